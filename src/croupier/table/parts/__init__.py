"""Parts of a table: each owns its rows of the rulebook file, its memory of a round, its acts and its marks.

A game lists its parts and writes its script. Parts are handed their needs when they are made. They speak to
the rest of the table through `table.objection` and `table.tell`.
"""
