"""Random inputs, most of them broken: each is refused with a documented error, or accepted and really valid."""
