"""What is claimed: claims, agreements, derivations and reports."""

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)  # a project may have a folder of this name
