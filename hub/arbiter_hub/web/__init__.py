"""The pages: templates, styles, scripts and their translations. Nothing here knows a database or a broker."""
