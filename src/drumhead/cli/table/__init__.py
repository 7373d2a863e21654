"""The table in the terminal: screen, menus, commands, players."""
