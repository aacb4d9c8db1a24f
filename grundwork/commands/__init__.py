"""What each command does; :mod:`grundwork.command_line` puts them together."""
