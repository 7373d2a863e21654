"""The terminal table: screen, menus, asides."""
