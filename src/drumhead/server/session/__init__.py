"""A battle in progress: its state, commands, event log, clock, chat, presence, computer players."""
