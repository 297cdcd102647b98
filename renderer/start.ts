/** Long enough for a picture that is coming; a window that is never drawn has its script all the same. */
const LATEST_MS = 250;

/** React and all that it draws: fetched while the page paints (vite.config.ts), and run after that. */
function begin(): void {
  void import('./main.tsx');
}

// The first picture is index.html's alone. A frame's callback runs before it is drawn, a task after that behind it.
requestAnimationFrame(() => setTimeout(begin));
setTimeout(begin, LATEST_MS);
