import { useEffect, useRef } from 'react';
import { useIntents } from '../store/use-services.ts';

/** Place over which the main process lays the view of the service's page. Passes the keyboard focus to that page. */
export function HostedPageSlot({ label }: Readonly<{ label: string }>) {
  const place = useRef<HTMLDivElement>(null);
  const { send } = useIntents();
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let told = '';
    let isTelling = false;
    const tell = async (): Promise<void> => {
      if (isTelling) return;
      isTelling = true;
      // The element may move during the call.
      for (
        let now = visiblePart(element);
        told !== JSON.stringify(now);
        now = visiblePart(element)
      ) {
        told = JSON.stringify(now);
        if (!(await send('app:place-hosted-page', now))) break;
      }
      isTelling = false;
    };
    const follow = (): void => void tell();
    const observer = new ResizeObserver(follow);
    for (const box of [element, document.documentElement, document.body]) observer.observe(box);
    addEventListener('scroll', follow, true);
    addEventListener('resize', follow);
    // Report the final place after the slide-in animation.
    addEventListener('animationend', follow, true);
    follow();
    return () => {
      observer.disconnect();
      removeEventListener('scroll', follow, true);
      removeEventListener('resize', follow);
      removeEventListener('animationend', follow, true);
    };
  }, [send]);
  useEffect(
    () => () => {
      void send('app:place-hosted-page', NOWHERE);
    },
    [send],
  );
  return (
    <div
      ref={place}
      className="hosted"
      role="group"
      tabIndex={0}
      aria-label={label}
      onKeyDown={({ key }) => {
        if (key === 'Enter') void send('app:focus-hosted-page', { at: 'start' });
      }}
      onFocus={({ currentTarget, relatedTarget }) => {
        // Without `relatedTarget`, the window itself regained the focus, e.g. from the page: keep it.
        if (relatedTarget === null) return;
        const isBefore =
          currentTarget.compareDocumentPosition(relatedTarget) & Node.DOCUMENT_POSITION_PRECEDING;
        void send('app:focus-hosted-page', { at: isBefore ? 'start' : 'end' });
      }}
    />
  );
}

const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };

/** Visible rectangle of an element in CSS pixels, clipped to the window. */
function visiblePart(element: Element): typeof NOWHERE {
  const box = element.getBoundingClientRect();
  const x = Math.max(0, box.left);
  const y = Math.max(0, box.top);
  return {
    x,
    y,
    width: Math.max(0, Math.min(box.right, innerWidth) - x),
    height: Math.max(0, Math.min(box.bottom, innerHeight) - y),
  };
}
