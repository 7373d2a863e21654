"""Covers drumhead/web/templates/dice.html: every promise on the page about the dice is tried by tests that exist."""

import re
from html import unescape
from pathlib import Path
from typing import Final

from starlette.testclient import TestClient

TESTS: Final = Path(__file__).parents[1]
TRIED: Final = {
    "Cannot know or choose dice:": (
        "test_nobody_is_shown_a_nonce_before_all_are_bound",
        "test_a_nonce_cannot_be_exchanged_once_others_are_bound",
    ),
    "Gains nothing by keeping a nonce back:": (
        "test_the_clock_runs_against_whoever_keeps_a_nonce_back",
        "test_without_a_clock_the_battle_can_be_claimed_when_the_wait_was_too_long",
        "test_a_substitution_stands_in_the_log_and_in_the_file",
    ),
    "Cannot have dice thrown again:": (
        "test_whoever_lets_a_computer_play_is_asked_before_dice_are_thrown_again",
        "test_a_taken_back_throw_is_thrown_again_from_new_nonces",
    ),
    "Cannot choose dice, or change them later:": (
        "test_another_secret_than_the_sealed_one_is_found_out",
        "test_another_nonce_of_a_computer_or_a_friend_is_found_out",
        "test_a_file_without_the_secret_is_found_out",
    ),
    "Cannot begin dice anew, or put another nonce in place of yours, unnoticed:": (
        "test_dice_that_begin_anew_without_consent_are_found_out_at_once",
        "test_a_nonce_that_the_server_puts_in_place_of_an_honest_one_is_found_out_at_once",
    ),
    "Cannot choose dice either,": (
        "test_a_million_nonces_do_not_steer_dice_whose_nonces_were_committed_to",
        "test_a_million_nonces_steer_dice_whose_nonces_are_given_in_the_open",
        "test_commitments_that_change_are_found_out_at_once",
    ),
    "Who has committed and does not reveal": ("test_one_who_does_not_reveal_chooses_between_two_throws_and_is_named",),
}
"""How each promise begins, and the tests that try to break it."""


def test_every_promise_of_the_page_is_tried(client: TestClient) -> None:
    page = unescape(client.get("/dice").text)
    lists = re.findall(r'<ul class="promises">(.*?)</ul>', page, re.DOTALL)
    promises = [words for found in lists for words in re.findall(r"<li>(.*?)</li>", found)]
    assert len(lists) == 3
    assert [next((begins for begins in TRIED if words.startswith(begins)), words) for words in promises] == [*TRIED]
    sources = "\n".join(path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    defined = set(re.findall(r"^def (test_\w+)", sources, re.MULTILINE))
    assert {name for names in TRIED.values() for name in names} <= defined
