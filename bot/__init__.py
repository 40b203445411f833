"""Errorbook in Slack: one window on the catalog."""
