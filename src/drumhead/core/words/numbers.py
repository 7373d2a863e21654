"""Whole numbers as people write them."""


def whole_number(word: str, least: int, most: int) -> int | None:
    """Returns the number that a word is, in digits 0 to 9, or None if it is none or out of bounds.

    Long runs of digits are refused before they are converted: Python raises ValueError for those.
    """
    if not (word.isascii() and word.isdigit()) or len(word.lstrip("0")) > len(str(most)):
        return None
    number = int(word.lstrip("0") or "0")
    return number if least <= number <= most else None
