from .observation import Observation


def recommended_bid(observation: Observation):
    return observation.legal_actions[-1]
