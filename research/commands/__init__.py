"""Commands of ``grundwork``, registered by :mod:`research.cli`."""
