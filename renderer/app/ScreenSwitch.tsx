import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { LoginView } from '../../shared/login/view/login-view.ts';
import { UsernameScreen } from '../screens/UsernameScreen.tsx';
import { useFirstStrings, useAfterUsername, useMirror } from '../store/window-services.ts';
import { screenKey } from '../view/screen-key.ts';
import { progressOf } from '../view/screen-rules.ts';

type Direction = 'none' | 'onward' | 'back';
type Position = Readonly<{ key: string; progress: number; direction: Direction }>;

/** Draws the screen of the view. A new screen slides in, onward or back in the login, and takes the focus. */
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
  // The login's screen stays under the doctor, the connection check, and keeps its input. Afterwards it slides back in.
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
  /** The screen is shown only while an answer is awaited, and does not take the focus. */
  isPassing: boolean;
  /** Another screen lies over it. */
  isCovered: boolean;
  children: ReactNode;
}>;

/**
 * Moves the focus to the first field of a form, else to the screen itself, whenever a screen appears (WCAG 2.4.3), and
 * also when the focused control was removed. A click beside the controls does not trigger it.
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

  // Run after each render: a removed element may have had the focus. Run in the same task as the render: a screen
  // reader that notices the lost focus does not announce the new one.
  useLayoutEffect(() => {
    const isUncovered = wasCovered.current && !isCovered;
    wasCovered.current = isCovered;
    // Announce an uncovered screen like a new one. Orca does not announce a focus on the button that opened the doctor.
    if (isUncovered) isPlaced.current = false;
    if (isPassing || isCovered || (isPlaced.current && !isLost(focused.current))) return;
    // The scroll position belonged to the previous screen.
    if (!isPlaced.current) document.documentElement.scrollTop = 0;
    isPlaced.current = true;
    const first = place.current?.querySelector<HTMLElement>('[data-first-focus]');
    (first ?? place.current?.querySelector<HTMLElement>('main'))?.focus();
  });

  // The window is named after its screen (WCAG 2.4.2).
  useEffect(() => {
    if (isCovered) return;
    document.title = `${place.current?.querySelector('h1')?.textContent ?? ''} – ${brandName}`;
  }, [brandName, isCovered, words]);

  return (
    // Without a role, this element would be in the accessibility tree only during its animation. Orca would then lose
    // the container of the focus and announce the field again.
    <div ref={place} role="presentation" className={`slide slide--${direction}`} hidden={isCovered}>
      {children}
    </div>
  );
}

/** Whether the focus fell to the page because the focused element was removed. */
function isLost(focused: EventTarget | null): boolean {
  const isNowhere = document.activeElement === null || document.activeElement === document.body;
  return isNowhere && focused instanceof Node && !focused.isConnected;
}

/** Draws the screen of a view. The mirror accepts that of a later screen only when the code of the screen is loaded. */
function Screen({ view }: Readonly<{ view: LoginView }>) {
  const later = useAfterUsername();
  if (view.screen === 'username') return <UsernameScreen view={view} />;
  if (later === null) throw new Error('a later screen is to be drawn before its code is here');
  return <later.Screen view={view} />;
}
