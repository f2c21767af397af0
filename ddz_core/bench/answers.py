"""What the jobs must come to. A change that alters one of these alters behaviour."""

LEADS = 160_989
"""Plays of the landlords of deals 1 to 2,000, under ``standard`` rules."""

FOLLOWS = 6_435
"""Plays of the next seats that beat the lead drawn for each deal."""

READINGS = 2_000
"""Readings of the leads drawn: one each."""

HELD = 350
"""Next seats that hold the cards of the lead drawn for their deal, too."""

DIGESTS = {
    "standard": "716c4bfac4d7d907d374f56f843cf0fb1f4224094ac4d1b358a04d83e4478d19",
    "free_kickers": "916c747fbf7b86e2996a1ef5a5d3b4a449fd8ff79e536d67b6904608b5cee207",
    "shuttle": "0f5600b84247507e597c458975c09be0de27eaf72f0899624a76817da9f82306",
    "shuttle_pair_solos": "ba7bdd96d680cf3c080ea80e68d38bb1e4f9d34260433a43a30e8bbbdfc9082f",
    "bga": "716c4bfac4d7d907d374f56f843cf0fb1f4224094ac4d1b358a04d83e4478d19",
    "bga_bomb_mode": "3cafd410c9978d82634cbc98a876e2739aeeb3b4cd6429a738736bba38a594cf",
    "rlcard": "5f5c86ea818d3c5c32fd9bda0c55fa38cda8607b157fbe1477c9fc811b9b1efe",
    "douzero": "7b94a6e13d995cb97159904a4f18e57ac6a0845aa7d56027d322c012fe4784c9",
    "openspiel": "fa460dd05ce69237b85da5a0cb5dfa07cf5d848a94b665c09df6797554db10d5",
    "four": "6416c9cd72f7c41db5cda4787ecdbf6e54262ab5819bc2ffc3285d97450094f2",
}
"""Of ``simulate(10_000, seed=1)`` under each preset."""

MANY_DIGEST = "6689a277e1b07e5c6ea3808c94e8c07f8aabda069c367b79e22780e44a7156e5"
"""Of ``simulate(100_000, seed=1)`` under ``standard`` rules."""

BATCH = (8_014_674, 2_644_701_849_265_725_472, 400_418_412_496)
"""Plays of the landlords of deals 1 to 100,000; the sum of their packed cards modulo
2**64; the sum of ``indptr``."""

VECTOR = (36_020_000_925_957_498, 13_134_114_942_069_381_544)
"""After 200 random steps of 4,096 games from seed 1: the sum of the deal numbers, and
of the packed hands, modulo 2**64."""

SEEN = 397_742
"""The sum of what the players to move saw before the last of those steps."""

ROLLOUTS = {"random": 12_071, "greedy": 9_571}
"""Wins of the landlords of deals 1 to 10, each lead of theirs tried in 40 worlds."""

LEADS_OF_FOUR = 452_176
"""Plays of the landlords of deals 1 to 2,000 with two decks."""

FOLLOWS_OF_FOUR = 13_055
"""Plays of the next seats there that beat the lead drawn for each deal."""

WILD_LEADS = (24_773, 294_552, 897_590, 671_444, 111_601)
"""Plays of the landlords of deals 1 to 2,000 who hold no, one, ... four 9s, which are
wild."""

WILD_DIGEST = "d761418d73c4ddb62691f870f3287c55cb9e5195d338cb55bc6bde7d4883955b"
"""Of ``simulate(10_000, seed=1, wild=True)`` under ``standard`` rules."""
