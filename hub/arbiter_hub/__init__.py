"""The hub: keeps matches and scores, shows them live, and hosts the rule services."""
