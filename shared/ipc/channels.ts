import type { Accent } from '../colour/accent.ts';
import type { DoctorReport } from '../doctor/report.ts';
import type { NumberedView } from '../login/view/login-view.ts';
import { METHODS } from '../service/methods.ts';
import { callMemberOf } from './call-member.ts';

/** The valid values of one member of an argument, as plain data for the preload. */
export type ArgumentField =
  | Readonly<{ kind: 'word'; words: readonly string[] }>
  | Readonly<{ kind: 'text'; maxLength: number }>
  | Readonly<{ kind: 'pixels' }>;
/** The members of an argument, which are all required; null for a channel without an argument. */
export type ArgumentFields = Readonly<Record<string, ArgumentField>> | null;

export type Brand = Readonly<{
  name: string;
  /** A PNG as a `data:` URL; null for the default emblem. */
  logo: string | null;
  accent: Accent | null;
  /** The contact for help; null if not configured. */
  help: string | null;
  helpAddress: string | null;
}>;

export type AppInfo = Readonly<{
  version: string;
  platform: string;
  /** BCP 47 tag */
  language: string;
  /** Compiled messages (`strings/messages.ts`) that the page does not have, or that replace its own. */
  messages: Readonly<Record<string, unknown>>;
  brand: Brand;
  /** Whether a caller waits for the result (`gatehouse -- COMMAND`, `gatehouse check`). */
  isGate: boolean;
  /** Whether assistive technology is running. Then no screen closes by itself (WCAG 2.2.1). */
  isReaderOn: boolean;
}>;

/** The text of a support file that is not saved yet, and its path, with `~` for the home folder. */
export type SupportFile = Readonly<{ text: string; file: string }>;

/**
 * A text that the person typed. The channel checks its length only; the login machine validates the
 * text.
 */
const TYPED = { kind: 'text', maxLength: 4096 } as const;
const PIXELS = { kind: 'pixels' } as const;

/**
 * Every IPC channel. The preload, the types of the handlers and the checks of arguments are made
 * from these rows. A query returns data, a command acts, and an event is sent by main. The channel
 * `domain:verb-noun` is the function `window.gatehouse.<domain>.<verbNoun>` in the page.
 */
export const CHANNELS = {
  'login:get-view': query<NumberedView>(),
  'login:submit-username': command({ username: TYPED }),
  'login:choose-method': command({
    method: { kind: 'word', words: METHODS },
  }),
  'login:submit-code': command({
    code: TYPED,
  }),
  /** Submit proxy credentials, then retry. */
  'login:submit-proxy-login': command({ username: TYPED, password: TYPED }),
  /** Extend the wait (WCAG 2.2.1). */
  'login:keep-waiting': command(),
  'login:show-page-again': command(),
  'login:go-back': command(),
  /** Follow the advice on an ended login. */
  'login:retry': command(),
  /** Return to the username; ignored after a confirmed login. */
  'login:cancel': command(),
  /** End a login that the person did not start, as denied. */
  'login:report-not-started': command(),
  'login:finish': command(),
  'login:view-changed': event<NumberedView>(),
  'app:get-info': query<AppInfo>(),
  'app:copy-text': command({
    what: {
      kind: 'word',
      words: ['qr-text', 'error-reference', 'enrolment-address', 'page-address', 'doctor-report'],
    },
  }),
  /** Position the service's page; a width or height of 0 hides it. */
  'app:place-hosted-page': command({ x: PIXELS, y: PIXELS, width: PIXELS, height: PIXELS }),
  'app:focus-hosted-page': command({ at: { kind: 'word', words: ['start', 'end'] } }),
  'app:open-enrolment': command(),
  'app:open-authenticator': command(),
  'app:open-network-sign-in': command(),
  'app:run-doctor': query<DoctorReport>(),
  /** Create the support file from the last doctor report; do not save it. */
  'app:make-support-file': query<SupportFile>(),
  /** Save the support file as shown; never overwrite. */
  'app:save-support-file': command(),
  /** Report the first paint, so that main can show the window. */
  'app:report-drawn': command(),
  'app:quit': command(),
} as const;

export type ChannelName = keyof typeof CHANNELS;
export type ChannelKind = (typeof CHANNELS)[ChannelName]['kind'];

/**
 * One channel. `Carried` is the type of its result or payload; the member `carries`, which is never
 * set, holds it.
 */
type Row<Kind extends string, Carried, Fields extends ArgumentFields> = Readonly<{
  kind: Kind;
  argument: Fields;
  carries?: Carried;
}>;

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

/** The path of a channel's function in the bridge. That of an event begins with `on`. */
export function memberOf(channel: ChannelName): readonly [domain: string, member: string] {
  const [domain, member] = callMemberOf(channel);
  return [
    domain,
    CHANNELS[channel].kind === 'event'
      ? `on${member.charAt(0).toUpperCase()}${member.slice(1)}`
      : member,
  ];
}
