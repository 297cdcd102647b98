class Refusal(Exception):
    """Why nobody is let in; its message is for the person at the computer."""
