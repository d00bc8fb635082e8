"""What every game uses to be simulated: plans, streams, tallies, engines. No family is known here."""
