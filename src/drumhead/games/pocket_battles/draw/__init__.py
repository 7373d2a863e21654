"""Views, and pictures of them in SVG and in letters."""
