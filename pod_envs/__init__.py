"""Imperfect-information tabletop games as reinforcement-learning environments."""
import pod_envs.games
