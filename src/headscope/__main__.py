"""`python -m headscope`."""

from headscope.cli import main

if __name__ == "__main__":
    main()
