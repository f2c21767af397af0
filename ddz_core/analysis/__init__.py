"""What one can find out about a hand, a deal or a position: simulation, rollouts, open
cards, appraisal and bidding, hints."""
