class Refusal(Exception):
    """The reason for the refusal; its message is for the person at the computer."""
