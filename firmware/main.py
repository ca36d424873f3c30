"""Runs the application. Everything else is in arbiter_device, so that this file never has to change."""

from arbiter_device.app import main

main()
