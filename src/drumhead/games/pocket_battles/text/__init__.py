"""Words for people: names, actions, prompts, events, odds, facts about pieces."""
