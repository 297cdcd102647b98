import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { FailedView, LoginView, SucceededView } from '../../shared/login/login-view.ts';
import { assertNever } from '../../shared/result.ts';
import { AccountWaitingScreen } from '../screens/AccountWaitingScreen.tsx';
import { AllowedUnreachableScreen } from '../screens/AllowedUnreachableScreen.tsx';
import { ApprovalScreen } from '../screens/ApprovalScreen.tsx';
import { BypassedScreen } from '../screens/BypassedScreen.tsx';
import { CodeScreen } from '../screens/CodeScreen.tsx';
import { DeniedScreen } from '../screens/DeniedScreen.tsx';
import { FailedScreen } from '../screens/FailedScreen.tsx';
import { MethodsScreen } from '../screens/MethodsScreen.tsx';
import { NoUsableMethodScreen } from '../screens/NoUsableMethodScreen.tsx';
import { QrScreen } from '../screens/QrScreen.tsx';
import { SecurityKeyScreen } from '../screens/SecurityKeyScreen.tsx';
import { SucceededScreen } from '../screens/SucceededScreen.tsx';
import { UsernameScreen } from '../screens/UsernameScreen.tsx';
import { useMirror } from '../store/window-services.ts';
import { progressOf, screenKey } from './screens.ts';

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
  return (
    <FocusedScreen key={key} direction={position.direction}>
      <Screen view={view} />
    </FocusedScreen>
  );
}

/** Focus goes to the first field of a form, else to the heading, whenever a screen appears (WCAG 2.4.3). */
function FocusedScreen({ direction, children }: Readonly<{ direction: Direction; children: ReactNode }>) {
  const place = useRef<HTMLDivElement>(null);
  const brandName = useMirror((mirror) => mirror.info.brandName);

  useEffect(() => {
    const first = place.current?.querySelector<HTMLElement>('[data-first-focus]');
    (first ?? place.current?.querySelector<HTMLElement>('h1'))?.focus();
  }, []);

  // The window is named after its screen (WCAG 2.4.2).
  useEffect(() => {
    document.title = `${place.current?.querySelector('h1')?.textContent ?? ''} – ${brandName}`;
  }, [brandName]);

  return (
    <div ref={place} className={`slide slide--${direction}`}>
      {children}
    </div>
  );
}

function Screen({ view }: Readonly<{ view: LoginView }>) {
  switch (view.screen) {
    case 'username':
      return <UsernameScreen view={view} />;
    case 'methods':
      return <MethodsScreen view={view} />;
    case 'code':
      return <CodeScreen view={view} />;
    case 'security-key':
      return <SecurityKeyScreen view={view} />;
    case 'qr':
      return <QrScreen view={view} />;
    case 'approval':
      return <ApprovalScreen view={view} />;
    case 'account-waiting':
      return <AccountWaitingScreen view={view} />;
    case 'failed':
      return <FailedKind view={view} />;
    case 'succeeded':
      return <SucceededKind view={view} />;
    default:
      return assertNever(view, 'view');
  }
}

function FailedKind({ view }: Readonly<{ view: FailedView }>) {
  switch (view.code) {
    case 'denied':
    case 'denied-by-person':
      return <DeniedScreen view={view} />;
    case 'no-usable-method':
      return <NoUsableMethodScreen view={view} />;
    default:
      return <FailedScreen view={view} />;
  }
}

function SucceededKind({ view }: Readonly<{ view: SucceededView }>) {
  switch (view.outcome) {
    case 'confirmed':
      return <SucceededScreen view={view} />;
    case 'bypassed':
      return <BypassedScreen view={view} />;
    case 'allowed-unreachable':
      return <AllowedUnreachableScreen view={view} />;
    default:
      return assertNever(view.outcome, 'outcome');
  }
}
