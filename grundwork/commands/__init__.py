"""Commands of ``grundwork``, registered by :mod:`grundwork.cli`."""
