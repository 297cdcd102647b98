import { useEffect, useRef } from 'react';
import { useIntents } from '../store/use-services.ts';

/**
 * The element over which the main process lays the view of the service's page. When it gets the
 * keyboard focus, it passes the focus on to that page.
 */
export function HostedPageSlot({ label }: Readonly<{ label: string }>) {
  const slot = useRef<HTMLDivElement>(null);
  const { send } = useIntents();
  useEffect(() => {
    const element = slot.current;
    if (element === null) return;
    let lastSent = '';
    let isSending = false;
    const sendVisiblePart = async (): Promise<void> => {
      if (isSending) return;
      isSending = true;
      // The element may move during a call: go on until the part that was sent last is the current
      // one.
      for (
        let part = visiblePart(element);
        lastSent !== JSON.stringify(part);
        part = visiblePart(element)
      ) {
        lastSent = JSON.stringify(part);
        if (!(await send('app:place-hosted-page', part))) break;
      }
      isSending = false;
    };
    const follow = (): void => void sendVisiblePart();
    const observer = new ResizeObserver(follow);
    for (const observed of [element, document.documentElement, document.body])
      observer.observe(observed);
    addEventListener('scroll', follow, true);
    addEventListener('resize', follow);
    // The part is final only after the slide-in animation.
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
      ref={slot}
      className="hosted"
      role="group"
      tabIndex={0}
      aria-label={label}
      onKeyDown={({ key }) => {
        if (key === 'Enter') void send('app:focus-hosted-page', { at: 'start' });
      }}
      onFocus={({ currentTarget, relatedTarget }) => {
        // Without `relatedTarget`, the focus came back to the window, for example from the page: it
        // stays here.
        if (relatedTarget === null) return;
        const comesFromBefore =
          currentTarget.compareDocumentPosition(relatedTarget) & Node.DOCUMENT_POSITION_PRECEDING;
        void send('app:focus-hosted-page', { at: comesFromBefore ? 'start' : 'end' });
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
