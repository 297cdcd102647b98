import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { LoginView } from '../../shared/login/view/login-view.ts';
import { UsernameScreen } from '../screens/UsernameScreen.tsx';
import { useFirstStrings, useAfterUsername, useMirror } from '../store/window-services.ts';
import { screenKey } from '../view/screen-key.ts';
import { progressOf } from '../view/screen-rules.ts';

type Direction = 'none' | 'onward' | 'back';
type Position = Readonly<{ key: string; progress: number; direction: Direction }>;

/** Draws the screen of the view; a new screen slides in from where it lies and takes the focus. */
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
  // The login's screen stays beneath the doctor's and keeps its input; on return it slides back in.
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
  /** A screen that is shown only while an answer is awaited: it is not worth to be read. */
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
  // The view stays while a method is started again; the buttons do not.
  useMirror((mirror) => mirror.isRestarting);

  useEffect(() => {
    const remember = ({ target }: FocusEvent): void => {
      focused.current = target;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);

  const wasCovered = useRef(isCovered);

  // After each change: a removed element may have had the focus. In the same turn as the change: a reader that sees the
  // focus lost in between does not announce its new place.
  useLayoutEffect(() => {
    const isUncovered = wasCovered.current && !isCovered;
    wasCovered.current = isCovered;
    // Announce a screen on return like any other. Focus on the button that opened the doctor is silent in Orca.
    if (isUncovered) isPlaced.current = false;
    if (isPassing || isCovered || (isPlaced.current && !isLost(focused.current))) return;
    // The scroll position belonged to the screen before.
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
    // Without a role it would enter the accessibility tree with its animation and leave with it. Orca would see the
    // container of the focus removed and announce the field again.
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

/** Draws the screen of a view. The mirror takes a view of a later screen only after its code is loaded. */
function Screen({ view }: Readonly<{ view: LoginView }>) {
  const later = useAfterUsername();
  if (view.screen === 'username') return <UsernameScreen view={view} />;
  if (later === null) throw new Error('a later screen is to be drawn before its code is here');
  return <later.Screen view={view} />;
}
