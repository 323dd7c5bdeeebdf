"""What the readers of single formats share: lines, columns, brackets, trees, and what to do with what is broken."""
