"""Three rule books (billiards, bridge, correspondence chess) that explain every ruling by its paragraph."""
