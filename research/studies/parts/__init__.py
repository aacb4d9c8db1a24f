"""Parts of studies that are too long for one file; none of these modules is a study."""
