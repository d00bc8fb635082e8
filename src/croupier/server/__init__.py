"""The electronic floor at work.

A store keeps what happened. A runner lets nobody see anything before it is stored.
"""
