"""`drumhead serve`: the table in the browser."""

import argparse

from drumhead.cli.parser import Commands, count


def add(commands: Commands) -> None:
    """Adds the command."""
    examples = ("", "--port 8080 --no-browser", "--host 0.0.0.0 --name battles.example --port 8080")
    parser = commands.add("serve", "opens the table in the browser; so does drumhead alone", examples)
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS", help="where to listen; default: this machine only"
    )
    parser.add_argument("--port", type=count(0, 65535), default=0, metavar="N", help="the port; default: a free one")
    parser.add_argument("--name", action="append", default=[], metavar="HOST", help="a name the server is called by")
    parser.add_argument(
        "--database", default="", metavar="URL", help="where battles are kept; default: your data folder"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serves until ctrl-C."""
    from drumhead.server.serving import Wanted, serve  # noqa: PLC0415  the terminal needs no server

    wanted = Wanted(
        host=arguments.host,
        port=arguments.port,
        database=arguments.database,
        names=tuple(arguments.name),
        browser=not arguments.no_browser,
    )
    serve(
        wanted,
        lambda address: print(f"The table is open at {address}\nctrl-C closes it; battles are kept.", flush=True),
    )
    print("\nThe table is closed.")
    return 0
