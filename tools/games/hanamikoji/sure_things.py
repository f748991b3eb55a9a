"""Prove what is sure in Hanamikoji, under these options."""

from hanamachi.bots.hanamikoji.lookout import HanamikojiLookout
from hanamachi.bots.hanamikoji.student import student

LOOKOUT, FROZEN = HanamikojiLookout(), student
OPTIONS = [{}, {"rounds": "until_won"}, {"box": "small"}]
