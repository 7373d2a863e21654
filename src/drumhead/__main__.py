"""`python -m drumhead` is `drumhead`."""

import sys

from drumhead.cli import main

if __name__ == "__main__":  # a worker process imports this module again, and must not begin anew
    sys.exit(main())
