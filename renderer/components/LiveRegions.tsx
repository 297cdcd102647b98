import { useStore } from 'zustand';
import { useServices } from '../store/window-services.ts';

/**
 * The two places where the window speaks (WCAG 4.1.3). Both are in the page from the first paint on, empty:
 * a region that appears together with its text is not read. Each sentence is a new node, so that the same
 * sentence twice is read twice.
 */
export function LiveRegions() {
  const { announcer } = useServices();
  const { polite, assertive } = useStore(announcer);
  return (
    <div className="visually-hidden">
      <div role="status" aria-live="polite">
        {polite.text === '' ? null : <p key={polite.id}>{polite.text}</p>}
      </div>
      <div role="alert" aria-live="assertive">
        {assertive.text === '' ? null : <p key={assertive.id}>{assertive.text}</p>}
      </div>
    </div>
  );
}
