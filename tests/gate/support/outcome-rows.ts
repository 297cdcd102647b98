import type { ConfigJson } from '../../lab/written-config.ts';
import type { Person } from '../../support/login/person.ts';

/** A push, on the terminal. */
export const PUSH = ['--no-ui', '--method', 'push'];

/** One outcome: its cause and its visible effects. */
export type OutcomeRow = Readonly<{
  name: string;
  words: readonly string[];
  outcome: string;
  reason: string | null;
  code: number;
  config?: ConfigJson;
  /** The person's action once the push is there. */
  act?: (person: Person) => Promise<void>;
  /** Before the login. */
  fault?: Readonly<Record<string, unknown>>;
  says?: RegExp;
}>;

const unreachable: ConfigJson = { service: { baseUrl: 'http://127.0.0.1:2' } };
const initFault = (more: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  path: '/api/transaction/init',
  ...more,
});
const withPush =
  (act: (person: Person, tid: string) => Promise<void>) => async (person: Person) => {
    await act(person, (await person.delivered('push-only', 'push')).tid);
  };

/** Every outcome of the gate. */
export const OUTCOMES: readonly OutcomeRow[] = [
  {
    name: 'a push that is approved',
    words: [...PUSH, '--user', 'push-only'],
    act: withPush((person, tid) => person.approve(tid)),
    outcome: 'confirmed',
    reason: null,
    code: 23,
  },
  {
    name: 'a push that is denied',
    words: [...PUSH, '--user', 'push-only'],
    act: withPush((person, tid) => person.deny(tid)),
    outcome: 'denied',
    reason: 'denied-by-person',
    code: 77,
  },
  {
    name: 'a bypass',
    words: [...PUSH, '--user', 'bypassed'],
    outcome: 'bypassed',
    reason: null,
    code: 23,
  },
  {
    name: 'a bypass that policy refuses',
    words: [...PUSH, '--user', 'bypassed'],
    config: { login: { bypass: 'deny' } },
    outcome: 'denied',
    reason: 'bypass-refused',
    code: 77,
  },
  {
    name: 'a denied account',
    words: [...PUSH, '--user', 'denied'],
    outcome: 'denied',
    reason: 'denied-by-service',
    code: 77,
  },
  {
    name: 'a waiting account',
    words: [...PUSH, '--user', 'waiting'],
    outcome: 'not-now',
    reason: 'waiting',
    code: 75,
  },
  {
    name: 'a locked account',
    words: [...PUSH, '--user', 'locked'],
    outcome: 'not-now',
    reason: 'too-many-attempts',
    code: 75,
  },
  {
    name: 'no approval in time',
    words: [...PUSH, '--user', 'push-only', '--timeout', '2'],
    outcome: 'not-now',
    reason: 'timed-out',
    code: 75,
  },
  {
    name: 'a method that is not offered',
    words: [...PUSH, '--user', 'totp-only'],
    outcome: 'usage',
    reason: 'method-not-offered',
    code: 64,
  },
  {
    name: 'a service that cannot be reached',
    words: [...PUSH, '--user', 'alice'],
    config: unreachable,
    outcome: 'unreachable',
    reason: 'network',
    code: 69,
    says: /Check the network, then start again\.$/m,
  },
  {
    name: 'a service that cannot be reached, if policy lets pass',
    words: [...PUSH, '--user', 'alice'],
    config: { ...unreachable, login: { failMode: 'allow-when-unreachable' } },
    outcome: 'allowed-unreachable',
    reason: null,
    code: 23,
  },
  {
    name: 'a wrong secret',
    words: [...PUSH, '--user', 'alice'],
    config: { credentials: { secretKeyFile: 'other' } },
    outcome: 'misconfigured',
    reason: 'secret',
    code: 78,
  },
  {
    name: 'a wrong token',
    words: [...PUSH, '--user', 'alice'],
    config: { service: { systemToken: 'wrong' } },
    outcome: 'misconfigured',
    reason: 'system-token',
    code: 78,
  },
  {
    name: 'a configuration with a fault',
    words: [...PUSH, '--user', 'alice'],
    config: { login: { usernam: 'ask' } },
    outcome: 'misconfigured',
    reason: 'configuration',
    code: 78,
    says: /config\.json: login\.usernam: is not a known key/,
  },
  {
    name: 'an answer with a wrong signature',
    words: [...PUSH, '--user', 'alice'],
    fault: initFault({ kind: 'wrong-signature' }),
    outcome: 'misconfigured',
    reason: 'response-signature',
    code: 78,
  },
  {
    name: 'an answer that cannot be understood',
    words: [...PUSH, '--user', 'alice'],
    fault: initFault({ kind: 'truncated-json' }),
    outcome: 'protocol',
    reason: 'malformed-answer',
    code: 76,
  },
  {
    name: '--user if the name is the operating system’s',
    words: [...PUSH, '--user', 'alice'],
    config: { login: { username: 'os' } },
    outcome: 'usage',
    reason: 'usage',
    code: 64,
  },
  {
    name: 'nothing to answer with',
    words: ['--no-ui', '--user', 'alice'],
    outcome: 'usage',
    reason: 'nothing-to-answer-with',
    code: 64,
    says: /needs --method$/m,
  },
  {
    name: 'an option that is not known',
    words: ['--tiemout', '5'],
    outcome: 'usage',
    reason: 'usage',
    code: 64,
    says: /--tiemout: is not known; did you mean --timeout\?/,
  },
];
