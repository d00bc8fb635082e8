"""Lucky draw baccarat."""
