"""First-order logic over the natural numbers with addition, decided by automata.

Import the modules by name; this package imports nothing, so that it costs nothing.

========================  ======================================================
``automaton``             deterministic automata over tuples of digits
``positional``            what a numeration system is: digits, words, values, addition
``recurrence``, ``base``  those of linear recurrences; by name in ``numeration``
``formula``               the statements, in Walnut's syntax
``decide``                formulas to automata, statements to true or false
``formula_rules``         rules of games as formulas
``kernel``                P-position criteria proved for every size
``synthesis``             candidate automata from finitely many values
``walnut``                the same statements for Walnut, another prover
``draw``                  small automata as pictures
========================  ======================================================
"""
