"""Tables of periods that others have published, and how they compare with what is computed here.

Rows are facts: a code, its period and where it begins, each with the source that says so. They
are claims like any other, and some are wrong.
"""
