/** Whether the person asked their system for less motion (WCAG 2.3.3). */
export function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
