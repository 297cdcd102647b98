import type { ApprovalView } from '../../shared/login/view/login-view.ts';
import { CodeBeside } from '../components/CodeBeside.tsx';
import { ChallengeFrame } from '../components/ChallengeFrame.tsx';
import { Facts } from '../components/Facts.tsx';
import { OtherMethods } from '../components/OtherMethods.tsx';
import { useMirror, useStrings } from '../store/use-services.ts';

export function ApprovalScreen({ view }: Readonly<{ view: ApprovalView }>) {
  const strings = useStrings();
  const askedAtEpochMs = useMirror((mirror) => mirror.receivedAtEpochMs) - view.elapsedMs;
  const { instruction, hint } = strings.methods[view.method];
  return (
    <ChallengeFrame view={view}>
      <p className="lead">{instruction}</p>
      <Facts
        label={view.method === 'push' ? strings.formatMessage('screen.on-phone') : null}
        facts={[
          { label: strings.formatMessage('screen.phone'), value: view.phoneNumber },
          { label: strings.formatMessage('screen.application'), value: view.requester.application },
          { label: strings.formatMessage('screen.computer'), value: view.hostName },
          {
            label: strings.formatMessage('window.approval.asked-at'),
            value: strings.timeOfDay(askedAtEpochMs),
          },
        ]}
      />
      <p className="aside">{hint}</p>
      {view.codeBeside === null ? null : (
        <CodeBeside problem={view.codeBeside.problem} isOff={view.isVerifying} />
      )}
      <OtherMethods view={view} />
    </ChallengeFrame>
  );
}
