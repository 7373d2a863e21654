"""Lists as players write them: one entry on each line, or several on one line with bars between; `#` is a comment."""


def entries(text: str) -> list[tuple[int, str]]:
    """Returns the entries of a list, each with the number of its line, or 0 where there is only one line."""
    lines = text.removeprefix("\ufeff").splitlines()
    many = sum(1 for line in lines if line.strip()) > 1
    return [
        (number if many else 0, part.strip())
        for number, line in enumerate(lines, 1)
        for part in line.split("#", 1)[0].split("|")
        if part.strip()
    ]
