"""The options that formulas give, beside those of the rules."""


def options_by(model, position):
    """What the formulas give, as positions are written."""
    found = model.options(model.read(position))
    return {model.written(option) for option in found}


def is_the_game(model):
    game = model.game
    return all(options_by(model, p) == set(game.options(p)) for p in game.start(6))
