import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Checkout, HereOptions } from '../../support/bench/here.ts';
import { login, type Login } from '../../support/bench/login.ts';
import type { ConfigJson } from '../../../lab/written-config.ts';
import type { AllowedOutcome, RefusedOutcome } from '../../../shared/outcomes/outcomes.ts';
import type { Program } from '../../../lab/child-program.ts';

/** One outcome: its cause and its visible effects. */
export type OutcomeRow = Readonly<{
  name: string;
  /** The login that is to end so. */
  from: (on: Checkout) => Login<Program, HereOptions>;
  outcome: AllowedOutcome | RefusedOutcome;
  reason: string | null;
  /** Of the emulator, before the login. */
  fault?: Readonly<Record<string, unknown>>;
  says?: RegExp;
  /** Whether it ends before the configuration has said that verdicts are logged. */
  isUnaudited?: true;
}>;

const UNREACHABLE: ConfigJson = { service: { baseUrl: 'http://127.0.0.1:2' } };
const initFault = (more: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  path: '/api/transaction/init',
  ...more,
});

/** Every outcome of the gate. */
export const OUTCOMES: readonly OutcomeRow[] = [
  {
    name: 'a push that is approved',
    from: (on) => login(on).approve(),
    outcome: 'confirmed',
    reason: null,
  },
  {
    name: 'a push that is denied',
    from: (on) => login(on).deny(),
    outcome: 'denied',
    reason: 'denied-by-person',
  },
  {
    name: 'a bypass',
    from: (on) => login(on).as('bypassed'),
    outcome: 'bypassed',
    reason: null,
  },
  {
    name: 'a bypass that policy refuses',
    from: (on) =>
      login(on)
        .as('bypassed')
        .with({ login: { bypass: 'deny' } }),
    outcome: 'denied',
    reason: 'bypass-refused',
  },
  {
    name: 'a denied account',
    from: (on) => login(on).as('denied'),
    outcome: 'denied',
    reason: 'denied-by-service',
  },
  {
    name: 'a waiting account',
    from: (on) => login(on).as('waiting'),
    outcome: 'not-now',
    reason: 'waiting',
  },
  {
    name: 'a locked account',
    from: (on) => login(on).as('locked'),
    outcome: 'not-now',
    reason: 'too-many-attempts',
  },
  {
    name: 'no approval in time',
    from: (on) => login(on).saying('--timeout', '2'),
    outcome: 'not-now',
    reason: 'timed-out',
  },
  {
    name: 'a method that is not offered',
    from: (on) => login(on).as('totp-only'),
    outcome: 'usage',
    reason: 'method-not-offered',
  },
  {
    name: 'a service that cannot be reached',
    from: (on) => login(on).with(UNREACHABLE),
    outcome: 'unreachable',
    reason: 'network',
    says: /Check the network, then start again\.$/m,
  },
  {
    name: 'a service that cannot be reached, if policy lets pass',
    from: (on) => login(on).with({ ...UNREACHABLE, login: { failMode: 'allow-when-unreachable' } }),
    outcome: 'allowed-unreachable',
    reason: null,
  },
  {
    name: 'a wrong secret',
    from: (on) => login(on).with(withAnotherSecret(on)),
    outcome: 'misconfigured',
    reason: 'secret',
  },
  {
    name: 'a wrong token',
    from: (on) => login(on).with({ service: { systemToken: 'wrong' } }),
    outcome: 'misconfigured',
    reason: 'system-token',
  },
  {
    name: 'a configuration with a fault',
    from: (on) => login(on).with({ login: { usernam: 'ask' } }),
    outcome: 'misconfigured',
    reason: 'configuration',
    says: /config\.json: login\.usernam: is not a known key/,
    isUnaudited: true,
  },
  {
    name: 'an answer with a wrong signature',
    from: (on) => login(on),
    fault: initFault({ kind: 'wrong-signature' }),
    outcome: 'misconfigured',
    reason: 'response-signature',
  },
  {
    name: 'an answer that cannot be understood',
    from: (on) => login(on),
    fault: initFault({ kind: 'truncated-json' }),
    outcome: 'protocol',
    reason: 'malformed-answer',
  },
  {
    name: '--user if the name is the operating system’s',
    from: (on) => login(on).with({ login: { username: 'os' } }),
    outcome: 'usage',
    reason: 'usage',
  },
  {
    name: 'nothing to answer with',
    from: (on) => login(on).by(null),
    outcome: 'usage',
    reason: 'nothing-to-answer-with',
    says: /needs --method$/m,
  },
  {
    name: 'an option that is not known',
    from: (on) => login(on).saying('--tiemout', '5'),
    outcome: 'usage',
    reason: 'usage',
    says: /--tiemout: is not known; did you mean --timeout\?/,
    isUnaudited: true,
  },
];

/** The file of a configuration whose secret is not the service's. */
function withAnotherSecret(on: Checkout): string {
  const file = on.config({ credentials: { secretKeyFile: 'other' } });
  writeFileSync(join(dirname(file), 'other'), 'wrong', { mode: 0o600 });
  return file;
}
