"""Why an action is not legal: the sentence and the clause."""
