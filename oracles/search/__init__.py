"""One position: its outcome and Grundy value by search, without the whole graph."""
