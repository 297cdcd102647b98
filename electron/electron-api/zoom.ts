import type { WebContents } from 'electron';

const ZOOM_STEP = 1.1;
const ZOOM_RANGE = { least: 0.5, most: 4 } as const;

/** Zooms by key and wheel, because the window has no menu (WCAG 1.4.4). */
export function zoomable(contents: WebContents): void {
  const zoom = (factor: number): void => {
    contents.setZoomFactor(Math.min(ZOOM_RANGE.most, Math.max(ZOOM_RANGE.least, factor)));
  };
  contents.on('before-input-event', (event, input) => {
    const isZoomKey = input.type === 'keyDown' && (input.control || input.meta) && !input.alt;
    const change = isZoomKey
      ? { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': 1 / ZOOM_STEP, '0': 0 }[input.key]
      : undefined;
    // The key 0 sets the original size.
    if (change === undefined) return;
    event.preventDefault();
    zoom(change === 0 ? 1 : contents.getZoomFactor() * change);
  });
  contents.on('zoom-changed', (_event, direction) => {
    zoom(contents.getZoomFactor() * (direction === 'in' ? ZOOM_STEP : 1 / ZOOM_STEP));
  });
}
