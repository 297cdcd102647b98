import type { DoctorReport } from '../doctor/report.ts';
import type { NumberedView } from '../login/login-view.ts';
import { METHODS } from '../service/methods.ts';
import { callMemberOf } from './call-member.ts';

/**
 * What one member of an argument may be: one of some words, or a text up to a length. Data and no schema, because the
 * preload holds the list: main makes its checks of it (`contract.ts`).
 */
export type ArgumentField =
  | Readonly<{ kind: 'word'; words: readonly [string, ...string[]] }>
  | Readonly<{ kind: 'text'; maxLength: number }>;
/** The members of an argument, all of them required; null where a call takes nothing. */
export type ArgumentFields = Readonly<Record<string, ArgumentField>> | null;

/** What the window must know about the program: nothing of it is secret. */
export type AppInfo = Readonly<{
  version: string;
  platform: string;
  /** BCP 47 tag of the language the window speaks. */
  language: string;
  brandName: string;
  /** Whether motion may be shown, as the operating system says, is the renderer's own business (CSS). */
  isGate: boolean;
  /** A screen reader or the like is at work: nothing may leave before it was heard (WCAG 2.2.1). */
  isReaderOn: boolean;
}>;

/** What a person typed, however wrong: the machine judges it, this only bounds it. */
const TYPED = { kind: 'text', maxLength: 4096 } as const;

/**
 * Every channel between main and renderer: the whole surface, one row each. The preload, main's registrar and its
 * argument checks, the page's calls, the tests' double of main and the table in docs/architecture.md come from it.
 *
 * A *query* asks and gets data, a *command* asks for an act and gets an acknowledgement, an *event* is sent by
 * main. The key is `domain:verb-noun`; the preload shows it as `window.gatehouse.<domain>.<verbNoun>`.
 */
export const CHANNELS = {
  'login:get-view': query<NumberedView>('The present view with its number, for the first picture.'),
  'login:submit-username': command('Begin a login.', { username: TYPED }),
  'login:choose-method': command('Choose a method, the same one again included.', {
    method: { kind: 'word', words: METHODS },
  }),
  'login:submit-code': command('A code from an app or a message, or what a security key typed.', {
    code: TYPED,
  }),
  'login:submit-proxy-login': command(
    'A name and a password for the proxy that asked; then the advice of the end is followed.',
    { username: TYPED, password: TYPED },
  ),
  'login:keep-waiting': command('Begin the wait anew.'),
  'login:go-back': command('One step back.'),
  'login:retry': command('Follow the advice of an end.'),
  'login:cancel': command('Back to the username, from anywhere.'),
  'login:finish': command('The end was read: leave.'),
  'login:view-changed': event<NumberedView>('Every new view, numbered.'),
  'app:get-info': query<AppInfo>('Version, platform, language, name.'),
  // What is copied is named, never sent: main copies its own value.
  'app:copy-text': command(
    'Copy what the screen shows: the QR text, the reference of an error, the enrolment address, the report of the doctor.',
    { what: { kind: 'word', words: ['qr-text', 'error-reference', 'enrolment-address', 'doctor-report'] } },
  ),
  'app:open-enrolment': command('Open the enrolment address in the browser.'),
  'app:open-network-sign-in': command(
    'Open the host of the service over http in the browser, so that a guest network shows its page.',
  ),
  'app:run-doctor': query<DoctorReport>(
    'Look at everything between here and the service, and give the report.',
  ),
  'app:quit': command('Close the window.'),
} as const;

export type ChannelName = keyof typeof CHANNELS;
export type ChannelKind = (typeof CHANNELS)[ChannelName]['kind'];

/** A row. `Carried` is the type of what comes back, or of what an event brings; there is no value of it here. */
type Row<Kind extends string, Carried, Fields extends ArgumentFields> = Readonly<{
  kind: Kind;
  /** What it is for, as docs/architecture.md says it. */
  meaning: string;
  argument: Fields;
  carries?: Carried;
}>;

// Functions, so that they are there before the list is made.
function query<Value>(meaning: string): Row<'query', Value, null> {
  return { kind: 'query', meaning, argument: null };
}

function command(meaning: string): Row<'command', Readonly<Record<string, never>>, null>;
function command<const Fields extends ArgumentFields>(
  meaning: string,
  argument: Fields,
): Row<'command', Readonly<Record<string, never>>, Fields>;
function command(
  meaning: string,
  argument: ArgumentFields = null,
): Row<'command', Readonly<Record<string, never>>, ArgumentFields> {
  return { kind: 'command', meaning, argument };
}

function event<Payload>(meaning: string): Row<'event', Payload, null> {
  return { kind: 'event', meaning, argument: null };
}

/** The member under which the preload shows a channel: `login:get-view` becomes `['login', 'getView']`. */
export function memberOf(channel: ChannelName): readonly [domain: string, member: string] {
  const [domain, member] = callMemberOf(channel);
  return [
    domain,
    CHANNELS[channel].kind === 'event' ? `on${member.charAt(0).toUpperCase()}${member.slice(1)}` : member,
  ];
}
