"""Where pieces may go; the modules that end in 60 use bitsets of 60-bit words, for the compiled build."""
