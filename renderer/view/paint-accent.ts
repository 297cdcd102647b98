import type { Accent } from '../../shared/colour/accent.ts';

/** Gives the page the accent of a brand (`renderer/styles/brand.css`); null leaves the window's own. */
export function paintAccent(accent: Accent | null): void {
  const { classList, style } = document.documentElement;
  classList.toggle('branded', accent !== null);
  if (accent === null) return;
  for (const theme of ['light', 'dark'] as const) {
    style.setProperty(`--brand-${theme}`, accent[theme].accent);
    style.setProperty(`--brand-${theme}-strong`, accent[theme].strong);
  }
}
