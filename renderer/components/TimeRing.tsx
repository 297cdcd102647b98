import type { ReactNode } from 'react';

/** Radius of the ring and of the end marks (Glyphs.tsx), in a view box of 56 units. */
const RING_RADIUS = 25;

/** Empties as time runs out. Hidden from screen readers: the text below repeats it. */
export function TimeRing({
  fraction,
  children,
}: Readonly<{ fraction: number; children: ReactNode }>) {
  const left = Math.min(1, Math.max(0, fraction));
  return (
    <svg className="emblem ring" viewBox="0 0 56 56" aria-hidden="true" focusable="false">
      <circle className="ring__track" cx="28" cy="28" r={RING_RADIUS} />
      <circle
        className="ring__left"
        cx="28"
        cy="28"
        r={RING_RADIUS}
        pathLength={100}
        strokeDasharray={`${left * 100} 100`}
        transform="rotate(-90 28 28)"
      />
      <g transform="translate(16 16)">{children}</g>
    </svg>
  );
}
