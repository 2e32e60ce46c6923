"""Other libraries over our games, each module alone behind its extra."""
