"""What each command does; :mod:`grundwork.app` puts them together."""
