"""The electronic floor at work: a store that keeps what happened, and a runner that lets nobody see anything before it is stored."""
