import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { LoginView } from '../../shared/login/view/login-view.ts';
import { UsernameScreen } from '../screens/UsernameScreen.tsx';
import { useFirstStrings, useAfterUsername, useMirror } from '../store/window-services.ts';
import { screenKey } from '../view/screen-key.ts';
import { progressOf } from '../view/screen-rules.ts';

type Direction = 'none' | 'onward' | 'back';
type Position = Readonly<{ key: string; progress: number; direction: Direction }>;

/** Renders the screen of the view. A new screen slides in, onward or back, and takes the focus. */
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
  // Keep the login's screen under the doctor (the connection check) with its input. Slide it back in afterwards.
  if (isDoctorOpen && position.direction !== 'back') setPosition({ ...position, direction: 'back' });
  return (
    <>
      <FocusedScreen key={key} direction={position.direction} isPassing={!isOpen} isCovered={isDoctorOpen}>
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
  /** A screen during a wait for an answer; it does not take the focus. */
  isPassing: boolean;
  /** Another screen covers it. */
  isCovered: boolean;
  children: ReactNode;
}>;

/**
 * Moves the focus to a new screen (WCAG 2.4.3), or to its first field. Restores it after the removal of the focused
 * control, but not after a click beside the controls.
 */
function FocusedScreen({ direction, isPassing, isCovered, children }: FocusedScreenProps) {
  const place = useRef<HTMLDivElement>(null);
  const brandName = useMirror((mirror) => mirror.info.brand.name);
  const words = useFirstStrings();

  const isPlaced = useRef(false);
  const focused = useRef<EventTarget | null>(null);
  // Render again when a method restarts: the view stays the same, but buttons disappear.
  useMirror((mirror) => mirror.isRestarting);

  useEffect(() => {
    const remember = ({ target }: FocusEvent): void => {
      focused.current = target;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);

  const wasCovered = useRef(isCovered);

  // Run after each render, because it may have removed the focused element. Run in the same task: a screen reader that
  // notices the lost focus does not announce the new one.
  useLayoutEffect(() => {
    const isUncovered = wasCovered.current && !isCovered;
    wasCovered.current = isCovered;
    // Move the focus to an uncovered screen: Orca does not announce a focus on the button that opened the doctor.
    if (isUncovered) isPlaced.current = false;
    if (isPassing || isCovered || (isPlaced.current && !isLost(focused.current))) return;
    // Discard the scroll position of the previous screen.
    if (!isPlaced.current) document.documentElement.scrollTop = 0;
    isPlaced.current = true;
    const first = place.current?.querySelector<HTMLElement>('[data-first-focus]');
    (first ?? place.current?.querySelector<HTMLElement>('main'))?.focus();
  });

  // The title names the screen (WCAG 2.4.2).
  useEffect(() => {
    if (isCovered) return;
    document.title = `${place.current?.querySelector('h1')?.textContent ?? ''} – ${brandName}`;
  }, [brandName, isCovered, words]);

  return (
    // Without a role, this element enters the accessibility tree only during its animation. Orca then announces the
    // field again.
    <div ref={place} role="presentation" className={`slide slide--${direction}`} hidden={isCovered}>
      {children}
    </div>
  );
}

/** Whether the focus is lost because the focused element was removed. */
function isLost(focused: EventTarget | null): boolean {
  const isNowhere = document.activeElement === null || document.activeElement === document.body;
  return isNowhere && focused instanceof Node && !focused.isConnected;
}

/** The mirror accepts a later screen only after its code has loaded. */
function Screen({ view }: Readonly<{ view: LoginView }>) {
  const later = useAfterUsername();
  if (view.screen === 'username') return <UsernameScreen view={view} />;
  if (later === null) throw new Error('a later screen is to be drawn before its code is here');
  return <later.Screen view={view} />;
}
