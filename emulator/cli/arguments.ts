import { parseArgs } from 'node:util';
import { failure, success } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import { parseOptions } from '../options.ts';
import type { OptionsInput } from '../options.ts';

/** The parsed command line. */
export type CommandLine = Readonly<{
  wantsHelp: boolean;
  wantsVersion: boolean;
  usersFile: string | null;
  configFile: string | null;
  tlsFiles: Readonly<{ cert: string; key: string }> | null;
  /** The settings that were given; they win over the configuration file. */
  settings: OptionsInput;
}>;

/**
 * Each option: the setting that it gives, its words for `--help`, and the member of the setting
 * that it is.
 */
const SETTING_OPTIONS = {
  port: ['port', 'N', 'port to listen on (default: a free one)'],
  host: [
    'host',
    'ADDRESS',
    'address to bind (default: 127.0.0.1); another one than loopback wants the next two',
  ],
  'control-token': [
    'controlToken',
    'TOKEN',
    'what the control interface and the phone page ask for',
  ],
  'application-type': ['applicationType', 'TYPE', 'promptless (default) or prompt'],
  'system-token': ['systemToken', 'TOKEN', 'the application (default: random)'],
  'secret-key': ['secretKey', 'KEY', 'its secret, used as characters (default: random)'],
  'signature-header': ['signatureHeader', 'NAME', 'default: X-Service-Signature'],
  'signature-encoding': ['signatureEncoding', 'ENCODING', 'hex (default) or base64'],
  'callback-state': [
    'callbackParameters',
    'NAME',
    'of the callback; default: serviceState',
    'state',
  ],
  'callback-token': [
    'callbackParameters',
    'NAME',
    'of the callback; default: serviceToken',
    'token',
  ],
  realtime: ['realtime', 'GENERATION', 'socket.io generation: v4 (default), v2 or v4+v3'],
  rooms: [
    'rooms',
    'MODE',
    'what a client subscribes to: any (default: the channel of its tid, or nothing), tid, event or none',
  ],
  'event-names': ['eventNames', 'STYLE', 'short (default) or namespaced (App\\Events\\…)'],
  token: ['token', 'SHAPE', 'where events carry the token: top (default), nested or json'],
  'unknown-users': [
    'unknownUsers',
    'OUTCOME',
    'what a name gets that nobody has: denied (default), or pending',
  ],
} as const satisfies Record<string, readonly [keyof OptionsInput, string, string, string?]>;

/** Options that may be given several times. */
const LIST_OPTIONS = {
  'allowed-host': ['allowedHosts', 'NAME', 'a name in addresses besides loopback; may be repeated'],
} as const satisfies Record<string, readonly [keyof OptionsInput, string, string]>;

const SWITCH_OPTIONS = {
  'require-params': ['requireParams', 'make params and its members required at init'],
  'sdk-exceptions': ['sdkExceptions', 'use the exception names that client libraries know'],
} as const satisfies Record<string, readonly [keyof OptionsInput, string]>;

const FILE_OPTIONS = {
  users: ['FILE', 'JSON array with more people'],
  config: ['FILE', 'JSON object with settings (or EMULATOR_CONFIG); options win over it'],
  'tls-cert': ['FILE', 'serve HTTPS with this certificate (PEM)'],
  'tls-key': ['FILE', 'and its key'],
} as const;

/** Reads the command line; the problem is one line that names the option. */
export function parseCommandLine(argv: readonly string[]): Result<CommandLine, string> {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  let values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  try {
    ({ values } = parseArgs({
      args: [...argv],
      strict: true,
      allowPositionals: false,
      options: {
        ...mapValues(SETTING_OPTIONS, () => text),
        ...mapValues(FILE_OPTIONS, () => text),
        ...mapValues(LIST_OPTIONS, () => ({ ...text, multiple: true })),
        ...mapValues(SWITCH_OPTIONS, () => flag),
        help: { ...flag, short: 'h' },
        version: flag,
      },
    }));
  } catch (error) {
    return failure(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }

  const settings: Record<string, unknown> = {};
  for (const [option, [setting, , , member]] of Object.entries(SETTING_OPTIONS)) {
    const value = values[option];
    if (value === undefined || Array.isArray(value)) continue;
    const whole = setting === 'port' ? parsePort(value) : value;
    const given = member === undefined ? whole : { ...(settings[setting] ?? {}), [member]: value };
    const checked = parseOptions({ [setting]: given });
    if (!checked.ok)
      return failure(`--${option} ${JSON.stringify(value)}: ${checked.error.reason}`);
    settings[setting] = given;
  }
  for (const [option, [setting]] of Object.entries(LIST_OPTIONS)) {
    if (values[option] !== undefined) settings[setting] = values[option];
  }
  for (const [option, [setting]] of Object.entries(SWITCH_OPTIONS)) {
    if (values[option] === true) settings[setting] = true;
  }
  const [certFile, keyFile] = [textOrNull(values['tls-cert']), textOrNull(values['tls-key'])];
  if ((certFile === null) !== (keyFile === null))
    return failure('--tls-cert and --tls-key go together');
  return success({
    tlsFiles: certFile === null || keyFile === null ? null : { cert: certFile, key: keyFile },
    wantsHelp: values['help'] === true,
    wantsVersion: values['version'] === true,
    usersFile: textOrNull(values['users']),
    configFile: textOrNull(values['config']),
    settings: settings,
  });
}

/** The text of `--help`. */
export function helpText(): string {
  const rows: (readonly [string, string])[] = [
    ...Object.entries(SETTING_OPTIONS).map(
      ([option, [, value, words]]) => [`--${option} ${value}`, words] as const,
    ),
    ...Object.entries(LIST_OPTIONS).map(
      ([option, [, value, words]]) => [`--${option} ${value}`, words] as const,
    ),
    ...Object.entries(SWITCH_OPTIONS).map(([option, [, words]]) => [`--${option}`, words] as const),
    ...Object.entries(FILE_OPTIONS).map(
      ([option, [value, words]]) => [`--${option} ${value}`, words] as const,
    ),
    ['--help', 'print this'],
    ['--version', 'print the version'],
  ];
  const width = Math.max(...rows.map(([option]) => option.length));
  const lines = rows.map(([option, words]) => `  ${option.padEnd(width)}  ${words}`);
  return `Usage: push-mfa-emulator [options]        (in a checkout: npm run --silent emulator -- [options])

The whole MFA service on a loopback port, for development and tests. When it listens, the first line on
standard output is one JSON object: {"url","phone","systemToken","secretKey"}. SIGTERM or Ctrl-C ends it.

${lines.join('\n')}

Exit codes: 64 wrong option, 69 the port cannot be had, 78 wrong users, configuration or certificate file.
`;
}

function parsePort(value: string | boolean): unknown {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function mapValues<Row, Value>(
  rows: Readonly<Record<string, Row>>,
  value: () => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.keys(rows).map((key) => [key, value()]));
}
