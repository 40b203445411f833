"""The numbered steps that bring a database to the form of `bot.memory.schema`."""
