import { useEffect, useRef } from 'react';
import { useIntents } from '../store/window-services.ts';

/**
 * The place of the service's page in ours: main lays a separate view over it, which follows its moves and disappears
 * with it. For the keyboard the page stands here: Tab goes on into it.
 */
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
      // It may have moved again until main knows where it was.
      for (let now = visiblePart(element); told !== JSON.stringify(now); now = visiblePart(element)) {
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
    // Where it stands once the screen has slid in.
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
        // Without a previously focused element, the window itself regained the focus: from the page, for instance.
        if (relatedTarget === null) return;
        const isBefore =
          currentTarget.compareDocumentPosition(relatedTarget) & Node.DOCUMENT_POSITION_PRECEDING;
        void send('app:focus-hosted-page', { at: isBefore ? 'start' : 'end' });
      }}
    />
  );
}

const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };

/** The part of the element inside the window, in CSS pixels: the view covers only this. */
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
