"""The shape of wheels and dice: a wager is a small state machine fed by draws. Played, proved and simulated from one step."""
