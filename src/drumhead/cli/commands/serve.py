"""`drumhead serve`: the server, and the table in the browser."""

import argparse

from drumhead.cli.support.parser import Commands, count


def add(commands: Commands) -> None:
    """Adds the command."""
    examples = (
        "",
        "--port 8080 --no-browser",
        "--host 0.0.0.0 --name battles.example --port 8080",
        "--port 8080 --database postgresql+psycopg:///drumhead --no-browser",
    )
    parser = commands.add(
        "serve", "serves the table and opens it in the browser; drumhead alone does the same", examples
    )
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS", help="address to listen on; default: this machine only"
    )
    parser.add_argument("--port", type=count(0, 65535), default=0, metavar="N", help="port; default: a free one")
    parser.add_argument(
        "--name", action="append", default=[], metavar="HOST", help="host name of the server; may be repeated"
    )
    parser.add_argument(
        "--database", default="", metavar="URL", help="database of the battles; default: a file in your data folder"
    )
    parser.add_argument(
        "--rate",
        type=count(0),
        default=240,
        metavar="N",
        help="requests per minute and address; 0: no limit; default: 240",
    )
    parser.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="address or network of a proxy whose X-Forwarded-For is believed; may be repeated; default: this machine",
    )
    parser.add_argument("--private-hooks", action="store_true", help="allow webhooks to addresses inside the network")
    parser.add_argument(
        "--expire",
        type=count(0, 100_000),
        default=180,
        metavar="DAYS",
        help="deletes unfinished battles in which nobody has acted for so long; 0: never; default: 180",
    )
    parser.add_argument(
        "--drain",
        type=count(0, 600),
        default=0,
        metavar="N",
        help="seconds to serve on as not ready after SIGTERM; default: 0",
    )
    parser.add_argument("--verbose", action="store_true", help="log battles and requests as JSON to the standard error")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serves until ctrl-C or SIGTERM."""
    from drumhead.server.ops.proxies import THIS_MACHINE  # noqa: PLC0415  the terminal needs no server
    from drumhead.server.run import ServeOptions, serve  # noqa: PLC0415

    wanted = ServeOptions(
        host=arguments.host,
        port=arguments.port,
        database=arguments.database,
        names=tuple(arguments.name),
        browser=not arguments.no_browser,
        a_minute=arguments.rate,
        private_hooks=arguments.private_hooks,
        proxies=tuple(arguments.proxy) or THIS_MACHINE,
        expire_days=arguments.expire,
        drain=arguments.drain,
        verbose=arguments.verbose,
    )
    serve(
        wanted,
        lambda address: print(f"The table is open at {address}\nctrl-C closes it; battles are kept.", flush=True),
    )
    print("\nThe table is closed.")
    return 0
