"""The command as ``python -m grundwork``."""

from grundwork.entrance import main

if __name__ == "__main__":
    main()
