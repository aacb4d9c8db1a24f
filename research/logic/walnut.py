"""Statements as Walnut scripts (Mousavi 2016, arXiv:1603.06017; Shallit 2022).

A script is a text of commands and the automaton files beside it: ``def`` for predicates given by
formulas, files in Walnut's ``Automata Library`` for predicates given as automata, files in
its ``Word Automata Library`` for sequences, and one ``eval`` for each statement. A numeration
system that Walnut has not is a *custom base*: a file of its words and one of its addition. Walnut
orders the
parameters of a ``def`` by name, so they are renamed ``p00, p01, ...``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from research.logic.automaton import Automaton
from research.logic.evaluator import Evaluator
from research.logic.formula import (
    Comparison,
    Element,
    Formula,
    Node,
    Predicate,
    Term,
    Variable,
    children,
    conjunction,
    free_variables,
    parse,
    substituted,
    text,
)
from research.logic.kernel import KernelProof
from research.logic.transitions import digits_of_letter

LIST = "statements.txt"
COMMANDS = "Command Files/statements.txt"


def walnut_files(statements: Mapping[str, Formula], evaluator: Evaluator) -> dict[str, str]:
    """Return the text of the files with which Walnut evaluates statements, by their paths there.

    Parameters
    ----------
    statements
        Closed formulas by name; a name is a letter followed by letters, digits and ``_``.
    evaluator
        Holds the system, the predicates and the sequences.

    Examples
    --------
    >>> from research.logic.formula import parse
    >>> files = walnut_files({"even": parse("Ax Ey y = 2*x").formula}, Evaluator("msd_2"))
    >>> print(files[COMMANDS], end="")
    eval even "?msd_2 Ax Ey y = 2 * x":
    """
    writer = _Script(evaluator)
    for formula in statements.values():
        writer.need(formula)
    prefix = f"?{evaluator.numeration.name} "
    for name, formula in statements.items():
        writer.commands.append(f'eval {name} "{prefix}{text(formula)}":')
    return {COMMANDS: "\n".join(writer.commands) + "\n", **writer.files, **_custom_base(evaluator)}


def _custom_base(evaluator: Evaluator) -> dict[str, str]:
    """Return the files of a numeration system other than base k and Zeckendorf's."""
    system = evaluator.numeration
    if system.kind.isdigit() or system.kind == "fib":
        return {}
    digits = f"{{{','.join(map(str, range(system.digits)))}}}"
    path = f"Custom Bases/{system.name}"
    addition = evaluator.over(parse("x + y = z").formula, ("x", "y", "z"))
    return {
        f"{path}.txt": automaton_file(system.valid(["x"]), ("x",), digits),
        f"{path}_addition.txt": automaton_file(addition, ("x", "y", "z"), digits),
    }


def proof_files(proof: KernelProof) -> dict[str, str]:
    """Return the files of a proof, by their names relative to a folder.

    The proof is right if Walnut finds every statement true: those of the theorem's conditions, each
    with the criterion's automaton, and where the criterion is a formula, that the automaton is it.

    Returns
    -------
    dict
        ``statements.txt`` lists the statements by number and says what each is for. Below
        ``walnut`` lie commands and automata, in the folders in which Walnut looks for them.

    Examples
    --------
    >>> from research.logic.formula import parse
    >>> from research.logic.formula_rules import vector_rules
    >>> from research.logic.kernel import prove_kernel
    >>> nim = vector_rules(2, [(1, 0), (0, 1)])
    >>> list(proof_files(prove_kernel(nim, {"play": parse("x1 = x2").formula})))
    ... # doctest: +NORMALIZE_WHITESPACE
    ['statements.txt', 'walnut/Command Files/statements.txt',
     'walnut/Automata Library/P_play.txt']
    """
    evaluator = Evaluator(proof.system, proof.relations)
    width = len(str(len(proof.checks)))
    named = {f"s{number:0{width}}": check for number, check in enumerate(proof.checks, 1)}
    lines = [
        f"The statements of a proof by the Kernel theorem, over {proof.system}. Each has to be "
        "true.",
        'Walnut: copy what lies below walnut into its folder, then: load "statements.txt";',
        "",
        *(
            f"{name[1:]}  {check.role} ({check.state}): {text(check.decision.statement)}"
            for name, check in named.items()
        ),
        "",
    ]
    statements = {name: check.decision.statement for name, check in named.items()}
    files = walnut_files(statements, evaluator)
    return {LIST: "\n".join(lines)} | {f"walnut/{path}": each for path, each in files.items()}


@dataclass
class _Script:
    evaluator: Evaluator
    commands: list[str] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)

    def need(self, node: Node) -> None:
        """Define what a formula uses, before it is used."""
        for child in children(node):
            self.need(child)
        system = self.evaluator.numeration.name
        if isinstance(node, Element):
            path = f"Word Automata Library/{node.sequence}.txt"
            if path not in self.files:
                sequence = self.evaluator.sequences[node.sequence]
                self.files[path] = sequence_file(sequence, system)
        if isinstance(node, Predicate) and node.name not in self.known:
            self.known.add(node.name)
            relation = self.evaluator.relations[node.name]
            if isinstance(relation.definition, Automaton):
                path = f"Automata Library/{node.name}.txt"
                self.files[path] = automaton_file(relation.definition, relation.parameters, system)
                return
            self.need(relation.definition)
            body = _ordered(relation.definition, relation.parameters)
            self.commands.append(f'def {node.name} "?{system} {text(body)}":')


def _ordered(formula: Formula, parameters: tuple[str, ...]) -> Formula:
    """Return the formula with its parameters renamed so that their order is alphabetical."""
    names: dict[str, Term] = {p: Variable(f"p{place:02}") for place, p in enumerate(parameters)}
    missing = [names[p] for p in parameters if p not in free_variables(formula)]
    body = substituted(formula, names)
    return conjunction(body, *(Comparison("=", name, name) for name in missing))


def automaton_file(automaton: Automaton, parameters: tuple[str, ...], system: str) -> str:
    """Return Walnut's text of an automaton, its tracks in the order of the parameters.

    Parameters
    ----------
    automaton
        Its tracks are among the parameters.
    parameters
        The order of the digits on each line.
    system
        The system's name, or the set of its digits.

    Examples
    --------
    >>> from research.logic.decide import evaluate
    >>> print(automaton_file(evaluate("x = 0", "lsd_2"), ("x",), "lsd_2"))
    lsd_2
    <BLANKLINE>
    0 1
    0 -> 0
    1 -> 1
    <BLANKLINE>
    1 0
    0 -> 1
    1 -> 1
    <BLANKLINE>
    """
    wide = automaton.widened(parameters)
    places = [wide.tracks.index(name) for name in parameters]
    lines = [" ".join([system] * len(parameters)), ""]
    for state in range(wide.states):
        lines.append(f"{state} {int(wide.accepting[state])}")
        for letter in range(wide.letters):
            digits = digits_of_letter(letter, wide.digits, len(wide.tracks))
            target = wide.table[state, wide.letter_class[letter]]
            lines.append(" ".join(str(digits[place]) for place in places) + f" -> {target}")
        lines.append("")
    return "\n".join(lines)


def sequence_file(sequence: Mapping[int, Automaton], system: str) -> str:
    """Return Walnut's text of an automaton with output.

    Its states are the tuples of states of the automata of the single values.
    """
    values, automata = list(sequence), list(sequence.values())
    start = (0,) * len(values)
    number, queue, lines = {start: 0}, [start], [system, ""]
    for states in queue:
        output = next(
            (v for v, a, s in zip(values, automata, states, strict=True) if a.accepting[s]), 0
        )
        lines.append(f"{number[states]} {output}")
        for digit in range(automata[0].digits):
            target = tuple(
                int(a.table[s, a.letter_class[digit]])
                for a, s in zip(automata, states, strict=True)
            )
            if target not in number:
                number[target] = len(queue)
                queue.append(target)
            lines.append(f"{digit} -> {number[target]}")
        lines.append("")
    return "\n".join(lines)
