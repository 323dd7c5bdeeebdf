"""The one door: what the command line and `import headscope as hs` call, and nothing else."""
