"""Lists as players write them: an entry a line, or between bars on one line; `#` opens a comment."""


def entries(text: str) -> list[tuple[int, str]]:
    """The entries of a list, each with its line, or with 0 if there is but one line."""
    lines = text.removeprefix("\ufeff").splitlines()
    many = sum(1 for line in lines if line.strip()) > 1
    return [
        (number if many else 0, part.strip())
        for number, line in enumerate(lines, 1)
        for part in line.split("#", 1)[0].split("|")
        if part.strip()
    ]
