"""Casino war: one card each, the higher wins; on equal cards the bettor surrenders half or goes to war."""
