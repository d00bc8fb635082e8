"""What beats what: points and poker hands, plain rules first, and tables made from them for whoever ranks millions."""
