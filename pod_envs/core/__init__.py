"""Foundation of every game: knows numpy and numba, nothing else."""
