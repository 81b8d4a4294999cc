"""What was measured or released, and what terminal and notebook say of it."""
