import type { Accent } from '../colour/accent.ts';
import type { DoctorReport } from '../doctor/report.ts';
import type { NumberedView } from '../login/view/login-view.ts';
import { METHODS } from '../service/methods.ts';
import { callMemberOf } from './call-member.ts';

/**
 * The valid values of one member of an argument: a word of a list, a text up to a length, or a number of CSS pixels.
 * Plain data, because the preload contains the list of channels. Main derives its schemas from it (`contract.ts`).
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
  /** Null for the default accent of the window. */
  accent: Accent | null;
  /** The contact for help, in the administrator's words; null if not configured. */
  help: string | null;
  /** The address of that contact, as text; null if not configured. */
  helpAddress: string | null;
}>;

/** Facts about the program for the window, without secrets. The renderer detects reduced motion itself. */
export type AppInfo = Readonly<{
  version: string;
  platform: string;
  /** BCP 47 tag of the language the window speaks. */
  language: string;
  /** The administrator's messages in that language, compiled (`strings/messages.ts`). They replace the program's. */
  messages: Readonly<Record<string, unknown>>;
  brand: Brand;
  /** Whether a caller waits for the login's result (`gatehouse -- COMMAND` or `gatehouse check`). */
  isGate: boolean;
  /** Whether assistive technology such as a screen reader runs: then no screen closes by itself (WCAG 2.2.1). */
  isReaderOn: boolean;
}>;

/** The support file before it is saved: its exact text, and its path with `~` for the person's home. */
export type SupportFile = Readonly<{ text: string; file: string }>;

/** The person's input, limited in length only: the login machine validates it. */
const TYPED = { kind: 'text', maxLength: 4096 } as const;
const PIXELS = { kind: 'pixels' } as const;

/**
 * Every channel between main and renderer, one row each. The preload, main's registrar and its argument checks, the
 * page's calls and the tests' double of main are derived from this list.
 *
 * A *query* returns data, a *command* acts and returns an acknowledgement, and main sends an *event*. The key of a row
 * is `domain:verb-noun`; the preload exposes it as `window.gatehouse.<domain>.<verbNoun>`. The docstring of a row
 * states its purpose.
 */
export const CHANNELS = {
  /** Get the current view with its number, for the first paint. */
  'login:get-view': query<NumberedView>(),
  /** Begin a login. */
  'login:submit-username': command({ username: TYPED }),
  /** Choose a method; the current one can be chosen again. */
  'login:choose-method': command({
    method: { kind: 'word', words: METHODS },
  }),
  /** Submit a code from an app or a message, or the output of a security key. */
  'login:submit-code': command({
    code: TYPED,
  }),
  /** Submit a username and a password to the proxy that asked for them, then retry as the failed screen advises. */
  'login:submit-proxy-login': command({ username: TYPED, password: TYPED }),
  /** Give the person more time (WCAG 2.2.1). */
  'login:keep-waiting': command(),
  /** Show the service's page again: the person may have closed it in the browser. */
  'login:show-page-again': command(),
  /** Go one step back. */
  'login:go-back': command(),
  /** Take the step that the screen of an ended login advises, such as a retry with the same method. */
  'login:retry': command(),
  /** Return to the username from any screen; without effect after a confirmation. */
  'login:cancel': command(),
  /** Report that the person did not start this login: it ends as denied. */
  'login:report-not-started': command(),
  /** Leave the screen of a successful login. */
  'login:finish': command(),
  /** Every new view, numbered. */
  'login:view-changed': event<NumberedView>(),
  /** Get the facts about the program. */
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
  /** Place the service's page over this one; a width or height of 0 hides it. */
  'app:place-hosted-page': command({ x: PIXELS, y: PIXELS, width: PIXELS, height: PIXELS }),
  /** Move the focus into the service's page, to its start or its end. */
  'app:focus-hosted-page': command({ at: { kind: 'word', words: ['start', 'end'] } }),
  /** Open the enrolment address in the browser. */
  'app:open-enrolment': command(),
  /** Open the text of the QR code in the authenticator on this computer. */
  'app:open-authenticator': command(),
  /** Open the service's host over http in the browser, so that a guest network can show its sign-in page. */
  'app:open-network-sign-in': command(),
  /** Run the doctor, the check of the connection to the service, and return its report. */
  'app:run-doctor': query<DoctorReport>(),
  /** Compose the support file from the doctor's last report, for the person to read before saving. */
  'app:make-support-file': query<SupportFile>(),
  /** Save the support file exactly as shown; never replace a file. */
  'app:save-support-file': command(),
  /** Report that the page shows the organisation's name, logo and colours, so that main can show the window. */
  'app:report-drawn': command(),
  /** Close the window. */
  'app:quit': command(),
} as const;

export type ChannelName = keyof typeof CHANNELS;
export type ChannelKind = (typeof CHANNELS)[ChannelName]['kind'];

/** A row of the list. `Carried` is the type of a result or of an event's payload; `carries` is never set. */
type Row<Kind extends string, Carried, Fields extends ArgumentFields> = Readonly<{
  kind: Kind;
  argument: Fields;
  carries?: Carried;
}>;

// Function declarations are hoisted, so the list above can call them.
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
