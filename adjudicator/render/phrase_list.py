from .language import N_

PHRASES: tuple[str, ...] = (N_("the {piece} is no character"),)
