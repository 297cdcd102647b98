import type { FailedView, SucceededView } from '../../shared/login/login-view.ts';
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
import { ProxyLoginScreen } from '../screens/ProxyLoginScreen.tsx';
import { QrScreen } from '../screens/QrScreen.tsx';
import { SecurityKeyScreen } from '../screens/SecurityKeyScreen.tsx';
import { SucceededScreen } from '../screens/SucceededScreen.tsx';
import type { LaterView } from '../store/second-script.ts';

/** Draws every screen but the first. */
export function LaterScreen({ view }: Readonly<{ view: LaterView }>) {
  switch (view.screen) {
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
      return view.proxy === null ? (
        <FailedScreen view={view} />
      ) : (
        <ProxyLoginScreen view={view} proxy={view.proxy} />
      );
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
