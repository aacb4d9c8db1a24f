"""From a word on the command line to a study."""
