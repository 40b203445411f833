"""A Slack on this machine with the bot in it, and errors to paste there."""
