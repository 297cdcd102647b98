import type { LoginView } from '../../shared/login/view/login-view.ts';
import { assertNever } from '../../shared/result.ts';
import { AccountWaitingScreen } from '../screens/AccountWaitingScreen.tsx';
import { ApprovalScreen } from '../screens/ApprovalScreen.tsx';
import { CodeScreen } from '../screens/CodeScreen.tsx';
import { FailedScreen } from '../screens/FailedScreen.tsx';
import { HostedPageScreen } from '../screens/HostedPageScreen.tsx';
import { LetInScreen } from '../screens/LetInScreen.tsx';
import { MethodsScreen } from '../screens/MethodsScreen.tsx';
import { ProxyLoginScreen } from '../screens/ProxyLoginScreen.tsx';
import { QrScreen } from '../screens/QrScreen.tsx';
import { SecurityKeyScreen } from '../screens/SecurityKeyScreen.tsx';
import { SucceededScreen } from '../screens/SucceededScreen.tsx';
import { UsernameScreen } from '../screens/UsernameScreen.tsx';

export function Screen({ view }: Readonly<{ view: LoginView }>) {
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
    case 'hosted-page':
      return <HostedPageScreen view={view} />;
    case 'account-waiting':
      return <AccountWaitingScreen view={view} />;
    case 'failed':
      return view.proxy === null ? (
        <FailedScreen view={view} />
      ) : (
        <ProxyLoginScreen view={view} proxy={view.proxy} />
      );
    case 'succeeded':
      return view.outcome === 'confirmed' ? (
        <SucceededScreen view={view} />
      ) : (
        <LetInScreen view={view} outcome={view.outcome} />
      );
    default:
      return assertNever(view, 'view');
  }
}
