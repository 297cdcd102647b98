import { isIP } from 'node:net';
import { z } from 'zod';
import { systemClock } from './basics/clock.ts';
import type { Clock } from './basics/clock.ts';
import { describeIssue } from './basics/describe.ts';
import { randomSecretKey, randomSystemToken } from './basics/random.ts';
import { failure, success } from '../shared/result.ts';
import type { Result } from '../shared/result.ts';
import { peopleSchema } from './service/people.ts';

const LOOPBACK_ADDRESSES: readonly string[] = ['127.0.0.1', '::1', 'localhost'];
const REALTIME_GENERATIONS = ['v4', 'v2', 'v4+v3'] as const;
export const ROOM_MODES = ['any', 'tid', 'event', 'none'] as const;
export const EVENT_NAME_STYLES = ['short', 'namespaced'] as const;
export const TOKEN_SHAPES = ['top', 'nested', 'json'] as const;

const headerName = z.string().regex(/^[!#$%&'*+.^_`|~\dA-Za-z-]+$/, 'must be an HTTP header name');
const seconds = z.number().positive().max(864_000);
const count = z.number().int().positive().max(1_000_000);

/** Everything that can be set, in a configuration file or in code, with its default. */
export const optionsSchema = z.strictObject({
  /** The address to bind. Another one than loopback wants `controlToken` and `allowedHosts`. */
  host: z
    .string()
    .refine(
      (host) => host === 'localhost' || isIP(host) !== 0,
      'must be an IP address or localhost',
    )
    .default('127.0.0.1'),
  /** The port; 0 takes a free one. */
  port: z.number('must be a number from 0 to 65535').int().min(0).max(65_535).default(0),
  /**
   * Names besides loopback that a `Host` header may carry (for a client that resolves them to
   * loopback).
   */
  allowedHosts: z.array(z.string().min(1)).default([]),
  /**
   * What the control interface and the phone page ask for, as `Authorization: Bearer` or as a
   * password.
   */
  controlToken: z.string().min(16, 'must have 16 characters or more').optional(),

  /** The application's type: with or without the hosted pages. */
  applicationType: z.enum(['promptless', 'prompt']).default('promptless'),
  /** What `init` and the phone page show. */
  companyName: z.string().default('Example Company'),
  /** What `init` and the phone page show. */
  applicationName: z.string().default('Example Desktop'),
  /** The application. */
  systemToken: z.string().min(1).default(randomSystemToken),
  /** Its secret; its characters are the key, as they stand. */
  secretKey: z.string().min(1).default(randomSecretKey),
  /** The header of signatures, of requests and answers. */
  signatureHeader: headerName.default('X-Service-Signature'),
  /** How signatures are written. */
  signatureEncoding: z.enum(['hex', 'base64']).default('hex'),
  /** Whether success answers are signed (docs/wire.md 1.4: promptless endpoints perhaps are not). */
  signResponses: z.boolean().default(true),
  /** Makes `params` and its members required at promptless init (specification 4.1: not shown). */
  requireParams: z.boolean().default(false),
  /**
   * Uses the exception names of public client libraries besides those of the specification
   * (docs/wire.md 3).
   */
  sdkExceptions: z.boolean().default(false),
  /** The parameters that a callback brings (specification 4.2). */
  callbackParameters: z
    .strictObject({
      state: z.string().min(1).default('serviceState'),
      token: z.string().min(1).default('serviceToken'),
    })
    .prefault({}),

  /** How long a login lives without a call or an act. */
  inactivitySeconds: seconds.default(300),
  /** How long an access token lives. */
  accessTokenSeconds: seconds.default(300),
  /** Letters of access tokens: one public client library takes `[a-z0-9]` only (docs/wire.md 1.8). */
  accessTokens: z.enum(['lower-case', 'mixed-case']).default('lower-case'),
  /**
   * Wrong codes that a transaction takes; after them every code is refused with
   * TooManyRequestsException.
   */
  maximumWrongCodes: count.default(5),
  /** How often a method may be selected in one transaction. */
  maximumSelections: count.default(30),
  /** Digits of a code by text message. */
  smsCodeLength: z.number().int().min(4).max(12).default(6),
  /**
   * Whether the event after a hardware key carries the token of methodSSH (docs/wire.md 6:
   * unknown).
   */
  reuseSecurityKeyToken: z.boolean().default(false),

  /** The generation of socket.io; `v2` wants the package `socket.io-v2`. */
  realtime: z.enum(REALTIME_GENERATIONS).default('v4'),
  /** What a client subscribes to, see Events. */
  rooms: z.enum(ROOM_MODES).default('any'),
  /** The names of events: as in the specification, or with a namespace (`App\Events\…`). */
  eventNames: z.enum(EVENT_NAME_STYLES).default('short'),
  /** Where events carry the token: `{token}`, `{data: {token}}`, or `data` as JSON text. */
  token: z.enum(TOKEN_SHAPES).default('top'),
  /** How often a heartbeat is sent. */
  heartbeatIntervalMilliseconds: count.default(25_000),
  /** How long a heartbeat may stay unanswered. */
  heartbeatTimeoutMilliseconds: count.default(20_000),

  /**
   * What a name gets that nobody has: `pending` makes it somebody with every method, at the first
   * mention.
   */
  unknownUsers: z.enum(['denied', 'pending']).default('denied'),
  /** More people; one with the name of a default person replaces it. */
  users: peopleSchema.default([]),
});

/** The options of a configuration file or a test. */
export type OptionsInput = z.input<typeof optionsSchema>;
/** All settings, defaults filled in. */
export type Options = z.infer<typeof optionsSchema>;

/** Further options, for code. */
export type EmulatorOptions = OptionsInput &
  Readonly<{
    /** The service's time; a `manualClock()` makes expiry and one-time codes testable. */
    clock?: Clock;
    /** Gets in words what the wire does not carry: why a signature is wrong, that a name is unknown. */
    onNotice?: (text: string) => void;
    /** Serves HTTPS with this certificate instead of HTTP. */
    tls?: Readonly<{ key: string; cert: string }>;
  }>;

/** A setting that is not as the schema wants it. */
export type OptionsProblem = Readonly<{
  key: string;
  reason: string;
}>;

export type ParsedOptions = Readonly<{
  options: Options;
  clock: Clock;
  tls: EmulatorOptions['tls'];
  onNotice: (text: string) => void;
}>;

export function parseOptions(input: EmulatorOptions): Result<ParsedOptions, OptionsProblem> {
  const { clock = systemClock, tls, onNotice = () => undefined, ...settings } = input;
  const parsed = optionsSchema.safeParse(settings);
  return parsed.success
    ? success({ options: parsed.data, clock, tls, onNotice })
    : failure(describeIssue(parsed.error));
}

/** Whether only this machine reaches an address. */
export const isLoopback = (host: string): boolean => LOOPBACK_ADDRESSES.includes(host);

/**
 * Refuses an address that others reach, where nothing keeps them from the secrets that the emulator
 * hands out.
 *
 * @returns the setting that is missing, or null
 */
export function checkExposure(options: Options): OptionsProblem | null {
  const { host, controlToken, allowedHosts } = options;
  if (isLoopback(host)) return null;
  const missing = (key: string, wanted: string): OptionsProblem => ({
    key,
    reason: `${host} is no loopback address: others reach it. Give ${wanted} too.`,
  });
  if (controlToken === undefined)
    return missing('controlToken', '--control-token TOKEN and --allowed-host NAME');
  return allowedHosts.length === 0 ? missing('allowedHosts', '--allowed-host NAME') : null;
}
