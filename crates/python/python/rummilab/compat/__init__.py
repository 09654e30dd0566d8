"""Stand-ins for other libraries, answered by rummilab."""
