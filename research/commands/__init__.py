"""Commands that are too long for :mod:`research.cli`, one file each."""
