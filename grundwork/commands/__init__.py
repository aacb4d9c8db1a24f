"""What each command does; :mod:`grundwork.running` puts them together."""
