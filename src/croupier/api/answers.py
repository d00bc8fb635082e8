"""The types of the API's answers.

They stand apart from `croupier.api` because most need proofs or simulations.
"""

from __future__ import annotations

from croupier.prove.advice import Advice, Choice
from croupier.prove.charts import LARGEST_CHART, Charted, Deviation, StartingHands, StrategyChart
from croupier.prove.covers import BankValue
from croupier.prove.proof import OutcomeRow, WagerProof
from croupier.rulebook.check import Departure
from croupier.rulebook.compare import Difference, Pair
from croupier.rulebook.ruleset import Ruleset
from croupier.rulebook.schema import IrregularityRow, TableRow
from croupier.simulate.counted import Counted, CountRow
from croupier.simulate.result import Simulation, TallyRow, WagerTally
from croupier.table.claims import Line, Standing
from croupier.table.events import Event
from croupier.table.questions import Awaited
from croupier.table.table import Table
from croupier.table.written import Settlement, Step

__all__ = [
    "LARGEST_CHART",
    "Advice",
    "Awaited",
    "BankValue",
    "Charted",
    "Choice",
    "CountRow",
    "Counted",
    "Departure",
    "Deviation",
    "Difference",
    "Event",
    "IrregularityRow",
    "Line",
    "OutcomeRow",
    "Pair",
    "Ruleset",
    "Settlement",
    "Simulation",
    "Standing",
    "StartingHands",
    "Step",
    "StrategyChart",
    "Table",
    "TableRow",
    "TallyRow",
    "WagerProof",
    "WagerTally",
]
