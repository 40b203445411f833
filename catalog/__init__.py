"""Known errors, and how to find the one that a paste shows. Knows nothing of Slack."""
