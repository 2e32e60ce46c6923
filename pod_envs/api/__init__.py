"""PettingZoo and Gymnasium over any game that fills the seam."""
