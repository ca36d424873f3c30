"""Correspondence chess by post: the Turnierordnung of the Deutscher Fernschachbund, edition of 26 October 2002.

What the edition at hand lacks: the examples of § 14, the drawing of the annex, the supplementary rules for fax and
e-mail that § 1 names, and the Spielordnung, whose §§ 19 and 21 govern withdrawals. Nothing of it is invented here.
Later editions count otherwise (40 days for ten moves, for instance); they would be policies of their own.
"""
