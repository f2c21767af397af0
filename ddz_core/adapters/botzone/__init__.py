"""Botzone's two games of Dou Dizhu, from both sides (docs/botzone.md).

``bot`` is one of our players as a bot of that platform; ``player`` sits any program that
speaks its protocol at our tables. ``FightTheLandlord`` has no auction, and the landlord is
player 0; ``FightTheLandlord2`` has one, and player 0 bids first.
"""
