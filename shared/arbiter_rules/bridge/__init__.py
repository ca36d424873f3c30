"""The Swedish team league's regulation of 2009 (Allsvenskan), with its annexes on alerts and opening bids.

Each module has one subject. A function that rules on something returns a Decision: the value and the steps, each
with the paragraph it rests on. Figures live in `tables/` with the mark of their source; readings of open
questions are switches of a policy (`readings.py`); values nobody could recover are refused by key, never guessed.
"""
