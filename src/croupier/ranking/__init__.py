"""What beats what: points and poker hands, by plain rules and by fast tables made from them."""
