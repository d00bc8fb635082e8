"""What every game uses to be simulated: plans, streams, tallies, engines. It knows no family."""
