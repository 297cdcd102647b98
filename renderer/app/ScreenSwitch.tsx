import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { LoginView } from '../../shared/login/view/login-view.ts';
import { UsernameScreen } from '../screens/UsernameScreen.tsx';
import { useFirstStrings, useAfterUsername, useMirror } from '../store/window-services.ts';
import { screenKey } from '../view/screen-key.ts';
import { progressOf } from '../view/screen-rules.ts';

type Direction = 'none' | 'onward' | 'back';
type Position = Readonly<{ key: string; progress: number; direction: Direction }>;

export function ScreenSwitch() {
  const view = useMirror((mirror) => mirror.view);
  const key = screenKey(view);
  const progress = progressOf(view);
  const [position, setPosition] = useState<Position>({ key, progress, direction: 'none' });
  if (position.key !== key) {
    const direction =
      progress > position.progress ? 'onward' : progress < position.progress ? 'back' : 'none';
    setPosition({ key, progress, direction });
  }
  const later = useAfterUsername();
  const isDoctorOpen = useMirror((mirror) => mirror.isDoctorOpen) && later !== null;
  const isOpen = useMirror((mirror) => mirror.openKey === key);
  // Keep the login's screen, with its input, under the doctor (the connection check).
  if (isDoctorOpen && position.direction !== 'back')
    setPosition({ ...position, direction: 'back' });
  return (
    <>
      <FocusedScreen
        key={key}
        direction={position.direction}
        isPassing={!isOpen}
        isCovered={isDoctorOpen}
      >
        <Screen view={view} />
      </FocusedScreen>
      {isDoctorOpen ? (
        <FocusedScreen direction="onward" isPassing={false} isCovered={false}>
          <later.Doctor />
        </FocusedScreen>
      ) : null}
    </>
  );
}

type FocusedScreenProps = Readonly<{
  direction: Direction;
  /** Shown only during a wait; takes no focus. */
  isPassing: boolean;
  isCovered: boolean;
  children: ReactNode;
}>;

/** Focuses a new screen or its first field (WCAG 2.4.3), and again after the removal of the focused control. */
function FocusedScreen({ direction, isPassing, isCovered, children }: FocusedScreenProps) {
  const place = useRef<HTMLDivElement>(null);
  const brandName = useMirror((mirror) => mirror.info.brand.name);
  const words = useFirstStrings();

  const isPlaced = useRef(false);
  const focused = useRef<EventTarget | null>(null);
  // Render again when a method restarts: buttons disappear.
  useMirror((mirror) => mirror.isRestarting);

  useEffect(() => {
    const remember = ({ target }: FocusEvent): void => {
      focused.current = target;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);

  const wasCovered = useRef(isCovered);

  // A render may remove the focused element. Run in the same task, before a screen reader notices the lost focus.
  useLayoutEffect(() => {
    const isUncovered = wasCovered.current && !isCovered;
    wasCovered.current = isCovered;
    // Orca does not announce a focus on the button that opened the doctor.
    if (isUncovered) isPlaced.current = false;
    if (isPassing || isCovered || (isPlaced.current && !isLost(focused.current))) return;
    if (!isPlaced.current) document.documentElement.scrollTop = 0;
    isPlaced.current = true;
    const first = place.current?.querySelector<HTMLElement>('[data-first-focus]');
    (first ?? place.current?.querySelector<HTMLElement>('main'))?.focus();
  });

  // The title names the screen (WCAG 2.4.2).
  useEffect(() => {
    if (isCovered) return;
    const heading = place.current?.querySelector('h1')?.textContent ?? '';
    // Some window managers draw the soft hyphens of a heading.
    document.title = `${heading.replaceAll('\u00ad', '')} – ${brandName}`;
  }, [brandName, isCovered, words]);

  return (
    // Without a role, this element is in the accessibility tree only while animated.
    // Orca then announces the field again.
    <div ref={place} role="presentation" className={`slide slide--${direction}`} hidden={isCovered}>
      {children}
    </div>
  );
}

function isLost(focused: EventTarget | null): boolean {
  const isNowhere = document.activeElement === null || document.activeElement === document.body;
  return isNowhere && focused instanceof Node && !focused.isConnected;
}

function Screen({ view }: Readonly<{ view: LoginView }>) {
  const later = useAfterUsername();
  if (view.screen === 'username') return <UsernameScreen view={view} />;
  if (later === null) throw new Error('a later screen is to be drawn before its code is here');
  return <later.Screen view={view} />;
}
