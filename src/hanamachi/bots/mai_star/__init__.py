"""Mai-Star's opponents."""
