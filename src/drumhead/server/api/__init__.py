"""HTTP and websocket: requests, messages, pages, schemas."""
