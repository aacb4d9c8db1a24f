"""What is true: rules, explicit game graphs and backward induction."""

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)  # a project may have a folder of this name
