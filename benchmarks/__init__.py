"""Measures asnas_core beside its peers, in one run and on like work: ``python -m benchmarks``.

The bars of the project are rates *relative* to other engines, so that they mean the same on any
machine. In every repetition each engine does its share right after the others, and a ratio is
taken within a repetition: what slows the machine down for a while slows all of them.

    work.py      what one engine is asked to do, and the numbers its choices are drawn from
    engine.py    the share of asnas_core
    peers/       the shares of the others, and what is not the same about them
    timing.py    taking turns, samples and their spread
    fresh.py     what only a new interpreter can tell: imports, first use, memory
    bars.py      the bars, and whether they are met
    report.py    the table and the JSON
"""
