"""Running a study: findings and certificates."""
