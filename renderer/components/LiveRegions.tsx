import { useStore } from 'zustand';
import type { Announcement } from '../store/announcer.ts';
import { useServices } from '../store/use-services.ts';

/**
 * Live regions for screen readers (WCAG 4.1.3). Both exist from the first paint, because readers
 * ignore a region that appears with its text. Each sentence has its own node, so that readers
 * announce a repeated sentence.
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

function asNode({ id, text }: Announcement) {
  return <p key={id}>{text}</p>;
}
