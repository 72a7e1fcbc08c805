"""The terminal program behind ``python -m asnas_core``: watch, play and verify.

It stands on the public API alone, as any other program would. From the bottom up: `screen` is
colour, `words` turns values into text, `narration` tells what happened and `guide` explains the
game; `players` decides for the computer, `files` keeps records; `table` holds what a running
match needs; `watching`, `playing` and `verifying` are the three commands.
"""
