"""Self-play training, evaluation and export: scripts over `pod_envs`, run as `python -m training.<name>`."""
