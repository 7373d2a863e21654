"""Writes api.md, the reference of all public names, from their docstrings; `--check` says whether it is stale.

The sources are parsed and not run, so that signatures stand as they are written.
"""

import ast
import itertools
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
SOURCE = HERE.parent / "src"
PAGE = HERE / "api.md"
WIDTH = 100

GROUPS = {
    "Games and matches": ("load", "all_games", "Match", "LegalActions", "Played"),
    "What a match hands out": (
        "Action",
        "Step",
        "Event",
        "Refusal",
        "Outcome",
        "Throw",
        "Odds",
        "Chance",
        "Tally",
        "Text",
    ),
    "Files": ("read", "read_text", "write", "write_text", "verify", "Proof"),
    "Opponents and study": ("bot", "Bot", "duel", "Score", "analyse", "Hint", "review", "Review"),
    "The contract of a game": ("CHANCE", "OVER", "State", "Game", "Option"),
    "Checks": ("fuzz",),
    "Errors": (
        "DrumheadError",
        "IllegalAction",
        "NotationError",
        "SetupError",
        "RecordError",
        "OldRules",
        "ProofError",
        "BrokenPromise",
    ),
}

INTRODUCTION = """\
<!-- Generated from the docstrings by `python docs/api_reference.py`. Do not edit. -->

# API reference

Every name here can be imported from `drumhead`; everything else may change without notice. The
[tutorial](tutorial.md) is a better place to begin. Examples assume `from drumhead import *` and are
run as tests.

Seats are numbers from 0 on. Where a seat is asked for, `None` is a spectator. Probabilities and
chances are 0 to 1; what a seat gets from a battle is +1, 0 or -1. Errors carry a sentence and,
where a rule is behind them, its clause.
"""

Documented = ast.FunctionDef | ast.ClassDef | ast.AnnAssign


def public() -> dict[str, tuple[str, str]]:
    """Returns the module and the name there of every name that `drumhead` offers."""
    tree = ast.parse((SOURCE / "drumhead/__init__.py").read_text(encoding="utf-8"))
    return {
        alias.asname or alias.name: (node.module or "", alias.name)
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def page() -> str:
    """Returns the whole page."""
    names = public()
    contents = [
        f"- [{group}](#{_anchor(group)}): " + ", ".join(f"[`{name}`](#{_id(name)})" for name in members)
        for group, members in GROUPS.items()
    ]
    blocks = [INTRODUCTION.strip(), "\n".join(map(_item, contents))]
    for group, members in GROUPS.items():
        blocks.append(f"## {group}")
        for name in members:
            blocks += _entry(name, *names[name])
    return "\n\n".join(blocks) + "\n"


def _entry(name: str, module: str, there: str) -> Iterator[str]:
    node, doc = _find(module, there)
    yield f'<a id="{_id(name)}"></a>'
    yield f"### {name}"
    if isinstance(node, ast.ClassDef):
        bases = [ast.unparse(base) for base in node.bases]
        shown = f"class {name}({', '.join(bases)})" if bases else f"class {name}"
        yield _code(_constructor(node, shown))
        yield from _prose(doc)
        yield from _members(name, node)
    elif isinstance(node, ast.FunctionDef):
        yield _code(_signature(node, name))
        yield from _prose(doc)
    else:
        yield _code(f"{name} = {ast.unparse(node.value) if node.value else ''}")
        yield from _prose(doc)


def _find(module: str, name: str) -> tuple[Documented, str]:
    """Returns the definition of a name and its docstring, from the module itself or from where it imports the name."""
    body = ast.parse((SOURCE / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")).body
    for node, doc in _documented(body):
        if _name(node) == name:
            return node, doc
    for node in body:
        if isinstance(node, ast.ImportFrom) and node.module and any(alias.name == name for alias in node.names):
            return _find(node.module, name)
    raise LookupError(f"{module}.{name} is not defined there")


def _documented(body: list[ast.stmt]) -> Iterator[tuple[Documented, str]]:
    """Yields definitions with their docstrings; that of an attribute is the string after it."""
    for index, node in enumerate(body):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node, ast.get_docstring(node) or ""
        elif isinstance(node, ast.AnnAssign):
            after = body[index + 1] if index + 1 < len(body) else None
            told = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and after.value.value
            yield node, textwrap.dedent(told) if isinstance(told, str) else ""


def _name(node: Documented) -> str:
    return ast.unparse(node.target) if isinstance(node, ast.AnnAssign) else node.name


def _constructor(node: ast.ClassDef, shown: str) -> str:
    made = [child for child in node.body if isinstance(child, ast.FunctionDef) and child.name == "__init__"]
    if not made or node.name in ("LegalActions", "Bot") or shown.endswith("Error)"):
        return shown
    return f"{shown}\n{_signature(made[0], node.name)}".replace(" -> None", "")


def _signature(node: ast.FunctionDef, name: str) -> str:
    """Returns a signature as it is written, without self, on several lines where it is long."""
    arguments = node.args
    for given in (arguments.posonlyargs, arguments.args):
        if given and given[0].arg in ("self", "cls"):
            del given[0]
    returned = f" -> {ast.unparse(node.returns)}".replace("'", "") if node.returns is not None else ""
    line = f"{name}({ast.unparse(arguments)}){returned}".replace("=", " = ")
    if len(line) <= WIDTH:
        return line
    parts = re.split(r", (?![^\[]*\])", ast.unparse(arguments).replace("=", " = "))
    return f"{name}(\n    " + ",\n    ".join(parts) + f",\n){returned}"


def _members(owner: str, node: ast.ClassDef) -> Iterator[str]:
    """Yields attributes as a list, then methods one by one."""
    attributes, methods = _set_at_once(node), []
    for child, doc in _documented(node.body):
        name = _name(child)
        if name.startswith("_") or isinstance(child, ast.ClassDef):
            continue
        if isinstance(child, ast.AnnAssign):
            attributes.append(_item(f"- `{name}: {_plain_type(child)}`" + (f": {_one_line(doc)}" if doc else "")))
        elif _is_decorated(child, "property"):
            kind = ast.unparse(child.returns) if child.returns is not None else ""
            attributes.append(_item(f"- `{name}: {kind}`: {_one_line(doc)}"))
        elif not _is_decorated(child, "overload"):
            methods.append((child, doc))
    if attributes:
        yield "\n".join(attributes)
    for method, doc in methods:
        kind = "classmethod " if _is_decorated(method, "classmethod") else ""
        must = " (abstract)" if _is_decorated(method, "abstractmethod") or _is_abstract(method) else ""
        yield f"#### {owner}.{method.name}{must}"
        yield _code(kind + _signature(method, method.name))
        yield from _prose(doc)


def _set_at_once(node: ast.ClassDef) -> list[str]:
    """Returns the attributes that a constructor sets and a docstring explains."""
    made = [child for child in node.body if isinstance(child, ast.FunctionDef) and child.name == "__init__"]
    found = []
    for before, after in itertools.pairwise(made[0].body if made else ()):
        told = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and after.value.value
        if isinstance(before, ast.AnnAssign | ast.Assign) and isinstance(told, str):
            target = before.target if isinstance(before, ast.AnnAssign) else before.targets[0]
            name = ast.unparse(target).removeprefix("self.")
            kind = f": {ast.unparse(before.annotation)}" if isinstance(before, ast.AnnAssign) else ""
            if not name.startswith("_"):
                found.append(_item(f"- `{name}{kind}`: {_one_line(told)}"))
    return found


def _plain_type(node: ast.AnnAssign) -> str:
    """Returns the type of an attribute without what says that it belongs to the class."""
    return re.sub(r"^ClassVar\[(.*)\]$", r"\1", ast.unparse(node.annotation))


def _is_decorated(node: ast.FunctionDef, name: str) -> bool:
    return any(ast.unparse(decorator) == name for decorator in node.decorator_list)


def _is_abstract(node: ast.FunctionDef) -> bool:
    """Returns whether a method does nothing but say that it is missing."""
    return len(node.body) == 2 and ast.unparse(node.body[1]) == "raise NotImplementedError"


def _prose(doc: str) -> Iterator[str]:
    """Yields the paragraphs of a docstring, wrapped; examples become code."""
    for paragraph in filter(None, doc.split("\n\n")):
        if paragraph.startswith(">>>"):
            yield _code(paragraph + "\n")
        else:
            yield _wrapped(paragraph)


def _one_line(doc: str) -> str:
    text = " ".join(doc.split())
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[:2] in ("A ", "I ") else text


def _item(text: str) -> str:
    return _wrapped(text, "  ")


def _wrapped(text: str, indent: str = "") -> str:
    """Wraps a paragraph, never inside code."""
    kept = re.sub(r"`[^`]*`", lambda found: found[0].replace(" ", "\0"), " ".join(text.split()))
    filled = textwrap.fill(kept, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return filled.replace("\0", " ")


def _code(text: str) -> str:
    return f"```python\n{text}\n```"


def _id(name: str) -> str:
    """Returns the id of an entry; names that differ by case alone, such as `bot` and `Bot`, get different ones."""
    kind = "constant" if name.isupper() else "function" if name.islower() else "class"
    return f"{kind}-{name.lower()}"


def _anchor(heading: str) -> str:
    return heading.lower().replace(" ", "-")


def main() -> int:
    """Writes the page, or with `--check` returns 1 if it is stale."""
    text = page()
    if "--check" in sys.argv[1:]:
        fresh = PAGE.is_file() and PAGE.read_text(encoding="utf-8") == text
        if not fresh:
            sys.stderr.write(f"{PAGE} is stale: run python docs/api_reference.py\n")
        return 0 if fresh else 1
    PAGE.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
