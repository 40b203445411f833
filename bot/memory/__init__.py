"""What a workspace remembers: which messages were answered, with what, and what people said to it.

No paste is ever stored: ids of messages and records, fingerprints, and the values that a record's
template captured. `Memory` holds it all, in SQLite or PostgreSQL.
"""

from bot.memory.answered import Answered, Candidate
from bot.memory.knowledge import ThreadKnowledge
from bot.memory.memory import Memory
from bot.memory.opening import NewerMemory, NoMemory
from bot.memory.rows import Place, PrivateAnswer, Remembered, Status

__all__ = [
    "Answered",
    "Candidate",
    "Memory",
    "NewerMemory",
    "NoMemory",
    "Place",
    "PrivateAnswer",
    "Remembered",
    "Status",
    "ThreadKnowledge",
]
