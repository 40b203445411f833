"""The page: what a browser gets, asks for and sends."""

from bot.workspace.page.routes import PageRoutes
from bot.workspace.page.samples import Sample

__all__ = ["PageRoutes", "Sample"]
