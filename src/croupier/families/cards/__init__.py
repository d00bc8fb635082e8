"""What the proofs, felts and records of card families share."""
