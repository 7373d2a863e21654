"""What tests of several folders share: playing, asserting, a server, a terminal, a browser."""
