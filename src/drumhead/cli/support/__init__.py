"""What commands share: arguments, files, language, progress bars."""
