"""Correspondence chess by post: the Turnierordnung of the Deutscher Fernschachbund, edition of 26 October 2002."""
