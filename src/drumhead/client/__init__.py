"""The client for programs and the terminal: a seat of a battle on a server.

from drumhead.client import Table

with Table("https://battles.example/table#TOKEN") as table:
    while not table.wait()["outcome"]:
        table.act(table.view["actions"][0][0])

A guest takes the seat of an invitation first: `Table(take_seat("https://battles.example/join/travel-battle#TOKEN"))`.
"""

from drumhead.client.table import (
    LineCut,
    Message,
    Refused,
    Table,
    begin,
    invitation,
    is_invitation,
    post,
    renew_link,
    take_seat,
)

__all__ = [
    "LineCut",
    "Message",
    "Refused",
    "Table",
    "begin",
    "invitation",
    "is_invitation",
    "post",
    "renew_link",
    "take_seat",
]
