"""What an experienced eye says of a position: the best actions, how likely they win, and what would follow."""

from dataclasses import dataclass
from typing import Final

from drumhead.ai.duel import sides_of
from drumhead.ai.search import Search, weigh
from drumhead.ai.tree import Node, Tree
from drumhead.core.actions import Action
from drumhead.core.errors import IllegalAction
from drumhead.core.game import Game
from drumhead.core.match import Match
from drumhead.core.state import CHANCE
from drumhead.core.text import Text

LINE: Final = 4
"""How many decisions of the likely line are told."""


@dataclass(frozen=True, slots=True)
class Hint:
    """An action, the chance to win with it, how often it was looked into, and what would likely follow."""

    action: Action
    chance: float
    visits: int
    line: tuple[Text, ...]

    def __str__(self) -> str:
        then = f"; then {'; '.join(map(str, self.line))}" if self.line else ""
        return f"{self.chance:.0%}  {self.action.words}{then}"


def analyse(
    match: Match, *, think: float = 1.0, sims: int | None = None, seed: int | str | None = 0, best: int = 5
) -> list[Hint]:
    """The best actions of the seat to act, from what it sees and nothing else; the likeliest to win first."""
    seat = match.to_act
    if seat < 0:
        raise IllegalAction("no seat has to decide now")
    seen = match.state.observe(seat)
    actions = seen.legal()
    searcher = Search(seed, think=think if sims is None else None, sims=sims)
    trees = searcher.explore(seen, seat, sides_of(match.game, seat), actions)
    found = [_merged(action, trees) for action in actions]
    weight = weigh(trees)
    order = sorted(range(len(actions)), key=lambda index: (-weight.get(actions[index], 0.0), index))
    return [
        Hint(
            match.game.action(seen, actions[index]),
            (1 + found[index][1]) / 2,
            found[index][0],
            _line(match.game, trees[0], actions[index]),
        )
        for index in order[:best]
    ]


def _merged(action: int, trees: tuple[Tree, ...]) -> tuple[int, float]:
    """How often an action was looked into in all possible worlds, and what it is worth on average."""
    children = [child for tree in trees if (child := _child(tree.root, action)) is not None]
    if not children:
        return 0, -1.0
    return sum(child.visits for child in children), sum(child.value for child in children) / len(children)


def _child(node: Node, action: int) -> Node | None:
    return node.children[node.actions.index(action)] if action in node.actions else None


def _line(game: Game, tree: Tree, action: int) -> tuple[Text, ...]:
    """What would follow an action: the likeliest throws, the best decisions; as far as it was looked into."""
    told: list[Text] = []
    node, state = _child(tree.root, action), tree.state.clone()
    if node is not None:
        state.apply(action)
    while node is not None and node.children and len(told) < LINE and not game.has_secrets(state):
        if node.player == CHANCE:
            chosen = max(range(len(node.children)), key=node.odds.__getitem__)
        else:
            chosen = tree.best(node)
            words = game.action(state, node.actions[chosen]).words
            told.append(Text("{side}: {words}", side=game.seat_name(node.player), words=words))
        state.apply(node.actions[chosen])
        node = node.children[chosen]
    return tuple(told)
