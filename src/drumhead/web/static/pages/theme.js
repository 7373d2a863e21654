// Sets the chosen theme before the page is drawn, so that it does not flash in the other one.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser without storage follows the system.
}
