"""The firmware's version, which `status` tells and an update compares."""

VERSION = "0.1.0"
