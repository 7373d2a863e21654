"""What clients see: HTTP, websocket, messages, pages, schemas."""
