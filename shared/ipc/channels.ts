import type { Accent } from '../colour/accent.ts';
import type { DoctorReport } from '../doctor/report.ts';
import type { NumberedView } from '../login/view/login-view.ts';
import { METHODS } from '../service/methods.ts';
import { callMemberOf } from './call-member.ts';

/**
 * The values of one member of an argument: one of some words, a text up to a length, or a number of CSS pixels. Data
 * and no schema, because the preload holds the list: main makes its checks of it (`contract.ts`).
 */
export type ArgumentField =
  | Readonly<{ kind: 'word'; words: readonly string[] }>
  | Readonly<{ kind: 'text'; maxLength: number }>
  | Readonly<{ kind: 'pixels' }>;
/** The members of an argument, all of them required; null for a call without an argument. */
export type ArgumentFields = Readonly<Record<string, ArgumentField>> | null;

/** The organisation as the window shows it. */
export type Brand = Readonly<{
  name: string;
  /** A PNG as a `data:` URL; null for the program's own emblem. */
  logo: string | null;
  /** Null for the window's own. */
  accent: Accent | null;
  /** Who can help, in the administrator's words; null if not configured. */
  help: string | null;
  /** Where those are reached, as text. */
  helpAddress: string | null;
}>;

/** The window's facts about the program: none is secret. */
export type AppInfo = Readonly<{
  version: string;
  platform: string;
  /** BCP 47 tag of the language the window speaks. */
  language: string;
  /** The administrator's messages in it, instead of the program's: each as it is built into the program (`strings/messages.ts`). */
  messages: Readonly<Record<string, unknown>>;
  brand: Brand;
  /** Whether motion may be shown, as the operating system says, is the renderer's own business (CSS). */
  isGate: boolean;
  /** A screen reader or the like is at work: no screen may leave before it was heard (WCAG 2.2.1). */
  isReaderOn: boolean;
}>;

/** The support file before it is saved: exactly this text, in this file (`~` is the person's home). */
export type SupportFile = Readonly<{ text: string; file: string }>;

/** The person's input, valid or not: the machine judges it, this only bounds it. */
const TYPED = { kind: 'text', maxLength: 4096 } as const;
const PIXELS = { kind: 'pixels' } as const;

/**
 * Every channel between main and renderer: the whole surface, one row each. The preload, main's registrar and its
 * argument checks, the page's calls and the tests' double of main come from it.
 *
 * A *query* asks and gets data, a *command* asks for an act and gets an acknowledgement, an *event* is sent by main.
 * The key is `domain:verb-noun`; the preload shows it as `window.gatehouse.<domain>.<verbNoun>`. The docstring is its
 * purpose.
 */
export const CHANNELS = {
  /** The present view with its number, for the first picture. */
  'login:get-view': query<NumberedView>(),
  /** Begin a login. */
  'login:submit-username': command({ username: TYPED }),
  /** Choose a method, the same one again included. */
  'login:choose-method': command({
    method: { kind: 'word', words: METHODS },
  }),
  /** A code from an app or a message, or the output of a security key. */
  'login:submit-code': command({
    code: TYPED,
  }),
  /** A name and a password for the proxy that asked; then the advice of the end is followed. */
  'login:submit-proxy-login': command({ username: TYPED, password: TYPED }),
  /** Begin the wait anew. */
  'login:keep-waiting': command(),
  /** Show the page of the service once more: in the browser it may have been closed. */
  'login:show-page-again': command(),
  /** One step back. */
  'login:go-back': command(),
  /** Follow the advice of an end. */
  'login:retry': command(),
  /** Back to the username, from anywhere. */
  'login:cancel': command(),
  /** The person did not start this login: it ends, denied. */
  'login:report-not-started': command(),
  /** The end was read: leave. */
  'login:finish': command(),
  /** Every new view, numbered. */
  'login:view-changed': event<NumberedView>(),
  /** Version, platform, language, name. */
  'app:get-info': query<AppInfo>(),
  /**
   * Copy a text of the screen: the QR text, the reference of an error, the enrolment address, the address of the
   * service's page, the report of the doctor.
   */
  'app:copy-text': command({
    what: {
      kind: 'word',
      words: ['qr-text', 'error-reference', 'enrolment-address', 'page-address', 'doctor-report'],
    },
  }),
  /** Where the page of the service lies over this one; without width or height it is nowhere. */
  'app:place-hosted-page': command({ x: PIXELS, y: PIXELS, width: PIXELS, height: PIXELS }),
  /** Bring the focus into the page of the service, at its beginning or its end. */
  'app:focus-hosted-page': command({ at: { kind: 'word', words: ['start', 'end'] } }),
  /** Open the enrolment address in the browser. */
  'app:open-enrolment': command(),
  /** Open the text of the QR code in the authenticator on this computer. */
  'app:open-authenticator': command(),
  /** Open the host of the service over http in the browser, so that a guest network shows its page. */
  'app:open-network-sign-in': command(),
  /** Look at everything between here and the service, and give the report. */
  'app:run-doctor': query<DoctorReport>(),
  /** Compose the support file, from the last report of the doctor, to be read before it is saved. */
  'app:make-support-file': query<SupportFile>(),
  /** Save that, as it was shown; no file is replaced. */
  'app:save-support-file': command(),
  /** The administrator's name, logo and colours are drawn: the window may be seen. */
  'app:report-drawn': command(),
  /** Close the window. */
  'app:quit': command(),
} as const;

export type ChannelName = keyof typeof CHANNELS;
export type ChannelKind = (typeof CHANNELS)[ChannelName]['kind'];

/** A row. `Carried` is the type of the result, or of an event's payload; there is no value of it here. */
type Row<Kind extends string, Carried, Fields extends ArgumentFields> = Readonly<{
  kind: Kind;
  argument: Fields;
  carries?: Carried;
}>;

// Functions, so that they are there before the list is made.
function query<Value>(): Row<'query', Value, null> {
  return { kind: 'query', argument: null };
}

function command(): Row<'command', Readonly<Record<string, never>>, null>;
function command<const Fields extends ArgumentFields>(
  argument: Fields,
): Row<'command', Readonly<Record<string, never>>, Fields>;
function command(
  argument: ArgumentFields = null,
): Row<'command', Readonly<Record<string, never>>, ArgumentFields> {
  return { kind: 'command', argument };
}

function event<Payload>(): Row<'event', Payload, null> {
  return { kind: 'event', argument: null };
}

/** The member under which the preload shows a channel: `login:get-view` becomes `['login', 'getView']`. */
export function memberOf(channel: ChannelName): readonly [domain: string, member: string] {
  const [domain, member] = callMemberOf(channel);
  return [
    domain,
    CHANNELS[channel].kind === 'event' ? `on${member.charAt(0).toUpperCase()}${member.slice(1)}` : member,
  ];
}
