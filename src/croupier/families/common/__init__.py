"""What every table has, whatever is played at it: prices, limits, who may bet with what and when."""
