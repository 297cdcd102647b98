/** Marks method rows and the primary button. */
export function ArrowGlyph() {
  return (
    <svg className="arrow" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path className="strokes" d="M4 10h11M10.5 5l5 5-5 5" />
    </svg>
  );
}
