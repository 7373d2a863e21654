"""A menu of legal actions, chosen step by step (unit, verb, target); a short list is shown at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from drumhead.core.actions import Action, Step
from drumhead.core.i18n.text import Text, joined

MAX_FLAT_ACTIONS: Final = 9
"""A decision with at most this many actions is listed at once."""
MIN_PREFIX_LETTERS: Final = 3
"""This many letters stand for a key, if no other key begins with them."""

Actions = tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a menu: its keys, its words, the actions it leads to, and how many steps of them are chosen."""

    keys: frozenset[str]
    words: Text
    actions: Actions
    depth: int
    ahead: tuple[Text, ...] = ()
    """The choices after it."""

    @property
    def action(self) -> Action | None:
        """The action, if the line leads to a single one."""
        return self.actions[0] if len(self.actions) == 1 else None


class Menu:
    """A decision in progress: the actions still open, and the choices that tell them apart."""

    def __init__(self, actions: Sequence[Action]) -> None:
        self.actions = tuple(actions)
        self._stages: list[tuple[Actions, int]] = [(self.actions, 0 if self.is_flat else shared(self.actions, 0))]

    @property
    def is_flat(self) -> bool:
        """Returns whether all actions are listed at once."""
        return len(self.actions) <= MAX_FLAT_ACTIONS

    @property
    def entries(self) -> list[Entry]:
        """The choices at this point."""
        actions, depth = self._stages[-1]
        if self.is_flat and len(self._stages) == 1:
            listed = [
                Entry(frozenset().union(*map(aliases, action.steps)), action.words, (action,), len(action.steps))
                for action in actions
            ]
            return idle_last(listed)
        return divided(actions, depth)

    @property
    def path(self) -> list[Text]:
        """What has been chosen so far."""
        actions, depth = self._stages[-1]
        return [step.words for step in actions[0].steps[:depth]]

    @property
    def can_go_back(self) -> bool:
        """Returns whether a choice has been made that can be taken back."""
        return len(self._stages) > 1

    def back(self) -> bool:
        """Goes back one choice; returns whether there was one."""
        if self.can_go_back:
            self._stages.pop()
            return True
        return False

    def follow(self, typed: str) -> Action | None:
        """Goes on by numbers, keys or the beginning of a notation; returns the action if that decides it.

        Raises KeyError at an unknown word, and stays where it was.
        """
        words = typed.lower().split()
        begun = tuple(action for action in self.actions if action.notation.lower().split()[: len(words)] == words)
        for action in begun:
            if len(action.notation.split()) == len(words):
                return action
        stages = self._stages_after(words)
        if stages is None and self.can_go_back and words and not words[0].isdecimal():
            stages = Menu(self.actions)._stages_after(words)  # another unit may be named at any point
        if stages is None and begun:
            stages = [*self._stages, (begun, shared(begun, 0))]
        if stages is None:
            raise KeyError(typed)
        actions = stages[-1][0]
        if len(actions) == 1:
            return actions[0]
        self._stages = stages
        return None

    def _stages_after(self, words: list[str]) -> list[tuple[Actions, int]] | None:
        """The stages after numbers and keys are followed; None where one of them leads nowhere."""
        ahead = Menu(self.actions)
        ahead._stages = self._stages[:]
        for word in words:
            decided = len(ahead._stages) > len(self._stages) and len(ahead._stages[-1][0]) == 1
            found = None if decided and word.isdecimal() else ahead._find(word)
            if found is None:
                return None
            if found != ahead._stages[-1]:
                ahead._stages.append(found)
        return ahead._stages

    def peek(self, typed: str) -> Action | None:
        """The action that `follow` would return, without going on."""
        ahead = Menu(self.actions)
        ahead._stages = self._stages[:]
        return ahead.follow(typed)

    def _find(self, word: str) -> tuple[Actions, int] | None:
        entries = self.entries
        if word.isdecimal():
            number = int(word)
            return (entries[number - 1].actions, entries[number - 1].depth) if 1 <= number <= len(entries) else None
        found = [entry for entry in entries if word in entry.keys]
        if not found and len(word) >= MIN_PREFIX_LETTERS:
            begun = [entry for entry in entries if any(key.startswith(word) for key in entry.keys)]
            found = begun if len(begun) == 1 else []
        if found:
            actions = tuple(action for entry in found for action in entry.actions)
            return actions, shared(actions, 0)
        here, depth = self._stages[-1]
        if any(word in aliases(step) for step in here[0].steps[:depth]):
            return here, depth  # a choice that was skipped, since there was no other, may still be named
        return None


def divided(actions: Actions, depth: int) -> list[Entry]:
    """The choices by which actions differ after `depth` steps, in the order of the actions."""
    groups: dict[str, list[Action]] = {}
    for action in actions:
        groups.setdefault(action.steps[depth].key if depth < len(action.steps) else "", []).append(action)
    entries = []
    for key, group in groups.items():
        some = tuple(group)
        if not key:
            entries.append(Entry(frozenset(("only",)), Text("only that"), some, depth))
            continue
        step = some[0].steps[depth]
        rest = [later.words for later in some[0].steps[depth:]]
        if len(some) > 1:
            ahead = tuple(dict.fromkeys(a.steps[depth + 1].words for a in some if len(a.steps) > depth + 1))
            entries.append(Entry(aliases(step), step.words, some, shared(some, depth + 1), ahead))
        else:
            words = Text("{first}: {rest}", first=rest[0], rest=joined(rest[1:], " ")) if rest[1:] else rest[0]
            words = words if depth == 0 else joined(rest, " ")
            entries.append(Entry(aliases(step), words, some, len(some[0].steps)))
    if depth == 0:
        return idle_last(entries)
    several = [entry for entry in entries if entry.action is None]
    return flattened(entries, several[0], depth) if len(several) == 1 < len(entries) else entries


def idle_last(entries: list[Entry]) -> list[Entry]:
    """The choices with those that need no unit, such as passing, moved to the end."""
    return sorted(entries, key=lambda entry: entry.action is not None and len(entry.action.steps) == 1)


def flattened(entries: list[Entry], long: Entry, depth: int) -> list[Entry]:
    """The choices with the only one that leads further replaced by its own choices, to save a question."""
    verb = long.actions[0].steps[depth]
    spelt = [
        Entry(
            entry.keys | aliases(verb), joined([verb.words, entry.words], " "), entry.actions, entry.depth, entry.ahead
        )
        for entry in divided(long.actions, long.depth)
    ]
    return [entry for entry in entries if entry is not long] + spelt


def shared(actions: Actions, depth: int) -> int:
    """How many first steps all actions share, given that they share `depth`."""
    first = actions[0].steps
    while depth < len(first) and all(a.steps[depth : depth + 1] == first[depth : depth + 1] for a in actions):
        depth += 1
    return depth


def aliases(step: Step) -> frozenset[str]:
    """What may be typed for a step: its key, or the part of it after a dot or a slash."""
    key = step.key.lower()
    return frozenset((key, *(key.partition(mark)[2] for mark in "./" if mark in key)))
