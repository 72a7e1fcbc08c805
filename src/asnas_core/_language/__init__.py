"""What languages are made of: catalogues, and the sentences that come from them.

`asnas_core.locales` shows the part that users need. The pictures and the terminal are told from
the same catalogues, by the functions here.
"""
