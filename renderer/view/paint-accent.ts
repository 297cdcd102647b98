import type { Accent } from '../../shared/colour/accent.ts';

/** Sets the brand accent (`renderer/styles/brand.css`); null restores the default. */
export function paintAccent(accent: Accent | null): void {
  const { classList, style } = document.documentElement;
  classList.toggle('branded', accent !== null);
  if (accent === null) return;
  for (const theme of ['light', 'dark'] as const) {
    style.setProperty(`--brand-${theme}`, accent[theme].accent);
    style.setProperty(`--brand-${theme}-strong`, accent[theme].strong);
  }
}
