/** Makes the tables of docs/helpdesk.md, with texts of the screens: calls without an error code, and calls with one. */
import { LOGIN_LIMITS } from '../../shared/login/machine/login-limits.ts';
import { DIAGNOSES } from '../../shared/doctor/diagnoses.ts';
import { ERROR_CATALOG, ERROR_CODES, type ErrorCode } from '../../shared/outcomes/error-catalog.ts';
import { readMessages } from '../lib/messages.mjs';
import { code, table } from './tables.ts';

/** `doctor`: more specific codes of `gatehouse doctor`. */
type Call = Readonly<{
  codes: readonly ErrorCode[];
  doctor?: readonly (keyof typeof DIAGNOSES)[];
  ask: string;
  mends: string;
  step: string;
}>;

const messages = readMessages('en');

/** A text of a screen, in quotation marks. @throws if the key is unknown, or the message has placeholders or choices */
function words(key: string) {
  const text = messages[key];
  if (text === undefined || text.includes('{')) throw new Error(`no plain message: ${key}`);
  return `“${text}”`;
}

const CHECK = words('first.open-doctor');
const OTHERS = words('window.other-ways');

/** Calls to the helpdesk without an error code: symptom, question, role that mends it, first step. */
const WITHOUT_CODE = [
  [
    'Nothing comes on the phone',
    'Is it online? The usual phone?',
    'The person',
    `${words('method.push.again')}, or ${OTHERS}. After ${LOGIN_LIMITS.silenceMs / 1000} seconds ${CHECK} (\`approval-pending\`); the wait goes on. Then the device in the console`,
  ],
  [
    'A request on the phone that the person did not start',
    'Denied, or approved?',
    'Security',
    'An attack: deny it, change the password, end sessions',
  ],
  [
    `${words('problem.app-code-wrong')} ${words('problem.text-code-wrong')}`,
    'From an app, or a message? Is a clock named?',
    'The person',
    `App: automatic time on phone and computer, the right account in the app. Message: the newest. Else ${OTHERS}; enrol again in the console`,
  ],
  [
    `${words('problem.key-unknown-layout')} ${words('problem.key-wrong')}`,
    'Which keyboard layout?',
    'The person',
    `English layout, touch again. Still refused: ${OTHERS}; the key in the console`,
  ],
  [
    `${words('place.not-approved')} ${words('place.denied-or-waiting')}`,
    'A new account?',
    'Console',
    `Approve the account (exit code 75, reason \`waiting\`), then ${words('window.waiting.check-again')}, or a new start. Else as \`denied\``,
  ],
  [
    '“there is no display” on a terminal',
    'Over SSH, or in a script?',
    'Administrator',
    'Start it in a desktop, or with [a virtual display](command-line.md#check); `gatehouse doctor` needs one too',
  ],
  [
    'Nothing opens',
    'Started how?',
    'Administrator',
    'The same command on a terminal: the last line says why (exit code 127: program not found; 126: not executable). The [status file](gate.md), the [log](configuration.md#keys)',
  ],
  [
    'The window opens and closes',
    'Does the program start then?',
    'Its support',
    'The login was approved; the exit code is that of the program behind Gatehouse',
  ],
];

/** Calls with an error code, most frequent first. */
const CALLS: readonly Call[] = [
  {
    codes: ['timed-out'],
    doctor: ['realtime-slow'],
    ask: 'Did anything arrive on the phone? Is it online?',
    mends: 'The person',
    step: `Another method. Then notifications on the phone, the device in the console, ${CHECK}`,
  },
  {
    codes: ['expired', 'login-timed-out'],
    ask: 'Was it left alone for minutes?',
    mends: 'The person',
    step: `${words('advice.restart')}: the username is kept. Each time at once: the log of the service`,
  },
  {
    codes: ['denied'],
    ask: 'Which name was typed? Was access ever given?',
    mends: 'Console',
    step: 'User (an unknown name looks the same), group and application',
  },
  {
    codes: ['denied-by-person', 'not-started-by-person'],
    ask: 'Was it you who denied it, or reported it?',
    mends: 'Security',
    step: 'If not started by them: treat it as an attack; change the password, end sessions',
  },
  {
    codes: ['no-usable-method', 'method-not-offered', 'bypass-refused'],
    ask: 'Which methods were set up?',
    mends: 'Console',
    step: 'Enrol a method; FIDO alone does not count. A bypass counts only where `login.bypass` allows it',
  },
  {
    codes: ['too-many-attempts'],
    ask: 'Since when?',
    mends: 'Time, or console',
    step: 'Wait; unlock the account in the console',
  },
  {
    codes: ['network-unreachable', 'offline', 'name-not-found', 'request-timed-out'],
    doctor: [
      'connection-refused',
      'connection-silent',
      'connection-failed',
      'answer-cut',
      'answer-silent',
      'time-up',
    ],
    ask: 'Do web pages open? Is the VPN on?',
    mends: 'Network',
    step: `${CHECK}: the first code there`,
  },
  {
    codes: ['network-sign-in', 'tls-other-name'],
    doctor: ['not-the-service'],
    ask: 'A hotel, train or guest network?',
    mends: 'The person',
    step: `${words('window.failed.open-browser')}: sign in to that network; elsewhere the address, or a filter`,
  },
  {
    codes: ['proxy-failed', 'proxy-login-required', 'proxy-login-unsupported', 'proxy-untrusted'],
    doctor: [
      'proxy-unreachable',
      'proxy-protocol',
      'proxy-refuses',
      'proxy-login-refused',
      'proxy-script-broken',
    ],
    ask: `Which proxy does the screen name, or ${CHECK}?`,
    mends: 'The person, or network',
    step: 'The username and password of the proxy, not of the login; else [Proxies](networks.md#proxies)',
  },
  {
    codes: ['tls-untrusted', 'tls-failed'],
    doctor: ['authorities-unusable'],
    ask: 'Does it happen at home, too?',
    mends: 'Network',
    step: 'An inspecting proxy? [Its authority](networks.md#an-authority-of-your-own); else use another network',
  },
  {
    codes: ['tls-expired'],
    doctor: ['clock-wrong'],
    ask: 'Which date and time does the computer show?',
    mends: 'The person',
    step: 'Set the clock; if it is right, the certificate of the service',
  },
  {
    codes: ['realtime-unreachable'],
    doctor: ['realtime-blocked', 'realtime-refused', 'generation-other'],
    ask: 'In which network? Does another work?',
    mends: 'Network',
    step: 'Allow polling or websockets to the service; `service.realtime`',
  },
  {
    codes: ['key-store-locked', 'key-store-changed', 'key-store-unreadable', 'key-store-unavailable'],
    doctor: ['key-store-silent', 'key-store-broken', 'ticket-key-unusable'],
    ask: 'Does another program ask for the keyring?',
    mends: 'The person, or administrator',
    step: 'Unlock it and start again, in the desktop where `keys import` ran; [`keys status`](command-line.md#keys)',
  },
  {
    codes: ['secret-missing', 'secret-wrong', 'signer-failed', 'system-token-missing', 'system-token-wrong'],
    doctor: ['signature-missing'],
    ask: 'Since today? On how many computers?',
    mends: 'Administrator',
    step: 'A rotation under way? Compare the fingerprint of `keys status`; `absent` there: nothing was imported',
  },
  {
    codes: ['configuration-invalid', 'field-missing', 'application-type-wrong', 'application-promptless'],
    doctor: ['logo-unusable', 'messages-unusable'],
    ask: 'Which setting does the box with the reference name?',
    mends: 'Administrator',
    step: '`gatehouse config validate` as that person',
  },
  {
    codes: ['response-signature-wrong', 'response-signature-missing', 'response-signature-dropped'],
    doctor: ['answer-unsigned'],
    ask: 'Which network? Since when?',
    mends: 'Administrator',
    step: 'Somebody may be in between; else `service.responseSignature`',
  },
  {
    codes: ['other-username'],
    ask: 'Which name was typed, which is in the console?',
    mends: 'Administrator',
    step: '[`login.usernameDomains`](configuration.md#a-username-and-its-domain)',
  },
  {
    codes: ['application-refused', 'licence'],
    ask: 'Do others get in?',
    mends: 'Console',
    step: 'Application, its users and methods; the licence',
  },
  {
    codes: ['hosted-page-failed', 'callback-unavailable'],
    ask: 'Does the browser show the page?',
    mends: 'Administrator',
    step: 'Browser on the same computer; a free port for `service.prompt.callbackUrl`',
  },
  {
    codes: [
      'server-error',
      'unexpected-status',
      'answer-malformed',
      'answer-too-large',
      'unknown-exception',
      'request-refused',
    ],
    doctor: ['answer-unknown'],
    ask: 'The whole reference, and the time',
    mends: 'Service',
    step: 'Its status page and log; a proxy that answers in its place',
  },
  {
    codes: ['internal'],
    doctor: ['internal-fault'],
    ask: 'Does it happen again?',
    mends: 'Gatehouse',
    step: '`gatehouse doctor --bundle FILE`, with the log',
  },
];

/** The doctor's codes for causes that keep a login from succeeding. */
const FAULTS = Object.entries(DIAGNOSES).flatMap(([name, { exitCode }]) => (exitCode === 0 ? [] : [name]));

export const callTable = () => table(['Seen or said', 'Ask', 'Mended by', 'First step'], WITHOUT_CODE);

/** The table of error codes and of faults that the doctor finds. @throws if a code is not in exactly one row */
export function helpdeskTable() {
  const given = CALLS.flatMap(({ codes, doctor = [] }) => [...codes, ...doctor]);
  const wrong = [...new Set([...ERROR_CODES, ...FAULTS])].filter(
    (name) => given.filter((other) => other === name).length !== 1,
  );
  if (wrong.length > 0) throw new Error(`not in one row of the helpdesk's table: ${wrong.join(', ')}`);
  const unique = (texts: readonly string[]) => [...new Set(texts)];
  const titleOf = (name: ErrorCode) => messages[`error.${name}.title`] ?? '';
  // Rows may share a title: add the sentence that tells them apart.
  const shown = (name: ErrorCode) => {
    const rows = CALLS.filter(({ codes }) => codes.some((other) => titleOf(other) === titleOf(name)));
    return rows.length === 1 ? titleOf(name) : `${titleOf(name)} ${words(`error.${name}.happened`)}`;
  };
  return table(
    ['On the screen', 'Code', 'The doctor may say', 'Reason', 'Ask', 'Mended by', 'First step'],
    CALLS.map(({ codes, doctor = [], ask, mends, step }) => [
      unique(codes.map(shown)).join(' · '),
      codes.map(code).join(' '),
      doctor.map(code).join(' ') || '–',
      unique(codes.map((name) => ERROR_CATALOG[name].reason))
        .map(code)
        .join(' '),
      ask,
      mends,
      step,
    ]),
  );
}
