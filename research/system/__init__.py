"""What programs need of the machine: files kept whole, progress, processes, pictures."""
