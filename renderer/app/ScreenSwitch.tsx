import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { DoctorScreen } from '../screens/DoctorScreen.tsx';
import { useMirror, useStrings } from '../store/use-services.ts';
import { screenKey, type Direction } from '../view/screen-rules.ts';
import { Screen } from './Screen.tsx';

export function ScreenSwitch() {
  const view = useMirror((mirror) => mirror.view);
  const key = screenKey(view);
  const direction = useMirror((mirror) => mirror.direction);
  const isOpen = useMirror((mirror) => mirror.openKey === key);
  const isDoctorOpen = useMirror((mirror) => mirror.isDoctorOpen);
  // The login's screen stays under the doctor (the connection check), with its input.
  return (
    <>
      <FocusedScreen key={key} direction={direction} isPassing={!isOpen} isCovered={isDoctorOpen}>
        <Screen view={view} />
      </FocusedScreen>
      {isDoctorOpen ? (
        <FocusedScreen direction="onward" isPassing={false} isCovered={false}>
          <DoctorScreen />
        </FocusedScreen>
      ) : null}
    </>
  );
}

type FocusedScreenProps = Readonly<{
  direction: Direction;
  /** The screen is only shown until an answer comes, and takes no focus. */
  isPassing: boolean;
  /** The doctor's screen lies over this one. */
  isCovered: boolean;
  children: ReactNode;
}>;

/**
 * Focuses a new screen or its first field (WCAG 2.4.3), and does so again if the focused control is
 * removed.
 */
function FocusedScreen({ direction, isPassing, isCovered, children }: FocusedScreenProps) {
  const element = useRef<HTMLDivElement>(null);
  const brandName = useMirror((mirror) => mirror.info.brand.name);
  const strings = useStrings();

  const hasTakenFocus = useRef(false);
  const lastFocused = useRef<EventTarget | null>(null);
  // A restart of the method removes buttons, perhaps the focused one: render again, so that the
  // effect below runs.
  useMirror((mirror) => mirror.isRestarting);

  useEffect(() => {
    const remember = ({ target }: FocusEvent): void => {
      lastFocused.current = target;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);

  const wasCovered = useRef(isCovered);

  // A render may remove the focused element. Run in the same task, before a screen reader notices
  // the lost focus.
  useLayoutEffect(() => {
    const isUncovered = wasCovered.current && !isCovered;
    wasCovered.current = isCovered;
    // When the doctor closes, the screen takes the focus again. Orca would not announce a focus on
    // the button that opened the doctor.
    if (isUncovered) hasTakenFocus.current = false;
    const keepsFocus = hasTakenFocus.current && !isLost(lastFocused.current);
    if (isPassing || isCovered || keepsFocus) return;
    if (!hasTakenFocus.current) document.documentElement.scrollTop = 0;
    hasTakenFocus.current = true;
    const firstField = element.current?.querySelector<HTMLElement>('[data-first-focus]');
    (firstField ?? element.current?.querySelector<HTMLElement>('main'))?.focus();
  });

  // The title names the screen (WCAG 2.4.2).
  useEffect(() => {
    if (isCovered) return;
    const heading = element.current?.querySelector('h1')?.textContent ?? '';
    // Some window managers draw the soft hyphens of a heading.
    document.title = `${heading.replaceAll('\u00ad', '')} – ${brandName}`;
  }, [brandName, isCovered, strings]);

  return (
    // Without this role, the element enters the accessibility tree only while it is animated, and
    // Orca then announces the field a second time.
    <div
      ref={element}
      role="presentation"
      className={`slide slide--${direction}`}
      hidden={isCovered}
    >
      {children}
    </div>
  );
}

/** Whether the element that had the focus was removed, and no other has it now. */
function isLost(focused: EventTarget | null): boolean {
  const isNowhere = document.activeElement === null || document.activeElement === document.body;
  return isNowhere && focused instanceof Node && !focused.isConnected;
}
