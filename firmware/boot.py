"""Chooses the application that main.py will run; a device without slots runs what lies beside this file."""
