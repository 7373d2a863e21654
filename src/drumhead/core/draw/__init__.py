"""Drawing in SVG: sheets, the palette, icons, animated films."""
