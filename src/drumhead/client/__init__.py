"""The client for programs and the terminal: a seat of a battle on a server.

from drumhead.client import Table

with Table("https://battles.example/table#TOKEN") as table:
    while not table.wait()["outcome"]:
        table.act(table.view["actions"][0][0])
"""

from drumhead.client.table import LineCut, Message, Refused, Table, begin, post

__all__ = ["LineCut", "Message", "Refused", "Table", "begin", "post"]
