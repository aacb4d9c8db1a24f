"""A catalogue of four families: what is known of each member, beside what others have published."""
