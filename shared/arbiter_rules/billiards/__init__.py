"""Billiards: the special provisions of the DBU, section 4, and the score that rests on them."""
