"""What every game uses to be played: events, questions, replay, claims, banks, settlement, rulings. It knows no family."""
