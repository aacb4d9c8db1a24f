"""What is quick: criteria, counts and full answers. Never imports oracles or research."""

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)  # a project may have a folder of this name
