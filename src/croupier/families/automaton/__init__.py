"""The shape of wheels and dice: a wager is a small machine fed by draws, played and proved from one step."""
