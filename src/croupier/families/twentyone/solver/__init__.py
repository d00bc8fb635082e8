"""Games of the blackjack kind, solved: composition by composition, splits included. `problem` says what is solved, `solve` solves it, `spread` and `exact` say more about what was found."""
