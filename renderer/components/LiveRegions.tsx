import { useStore } from 'zustand';
import type { Spoken } from '../store/announcer.ts';
import { useServices } from '../store/window-services.ts';

/**
 * The two places where the window speaks (WCAG 4.1.3). Both are in the page from the first paint on, empty: a region
 * that appears together with its text is not read. Each sentence is a node of its own and is read by itself
 * (`aria-atomic`): a repeated sentence is read again, and a removal is silent.
 */
export function LiveRegions() {
  const { announcer } = useServices();
  const { polite, assertive } = useStore(announcer);
  return (
    <div className="visually-hidden">
      <div role="status" aria-live="polite" aria-atomic="false">
        {polite.map(asNode)}
      </div>
      <div role="alert" aria-live="assertive" aria-atomic="false">
        {assertive.map(asNode)}
      </div>
    </div>
  );
}

function asNode({ id, text }: Spoken) {
  return <p key={id}>{text}</p>;
}
