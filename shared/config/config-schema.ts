import * as z from 'zod/mini';

/**
 * The configuration of docs/configuration.md as one file states it: every key may be missing (a lower place or the default
 * counts then), none may be unknown. The published `docs/config.schema.json` is generated from this.
 */
const text = (maxLength: number) => z.string().check(z.minLength(1), z.maxLength(maxLength));
const seconds = (maximum: number) => z.int().check(z.minimum(1), z.maximum(maximum));
const headerName = z.string().check(z.regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/));

/** A proxy: scheme, host and port, and nothing else; a login is asked for, never configured. */
const proxyAddress = z
  .string()
  .check(z.regex(/^https?:\/\/(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\]):[1-9]\d{0,4}\/?$/));

/** A domain as it stands in `DOMAIN\\name` or `name@domain`: labels with dots between them. */
const domainName = z.string().check(z.regex(/^[^\s@\\/.]+(?:\.[^\s@\\/.]+)*$/), z.maxLength(253));

const realtime = z.strictObject({
  path: z.optional(z.string().check(z.regex(/^\/[\x21-\x7e]*$/), z.maxLength(500))),
  // As a number or in quotes: both are what people write.
  protocol: z.optional(z.union([z.enum(['auto', '4', '3']), z.literal([4, 3])])),
  connect: z.optional(z.enum(['after-init', 'after-method'])),
  transports: z.optional(z.array(z.enum(['polling', 'websocket'])).check(z.minLength(1), z.maxLength(2))),
  settleMs: z.optional(z.int().check(z.minimum(0), z.maximum(5000))),
});

const service = z.strictObject({
  baseUrl: z.optional(text(2000)),
  applicationType: z.optional(z.enum(['promptless', 'prompt'])),
  systemToken: z.optional(text(500)),
  signatureHeader: z.optional(headerName),
  signatureEncoding: z.optional(z.enum(['hex', 'base64'])),
  responseSignature: z.optional(z.enum(['required', 'when-present', 'off'])),
  realtime: z.optional(realtime),
  proxy: z.optional(z.union([z.enum(['system', 'direct']), proxyAddress])),
  caFile: z.optional(z.nullable(text(4096))),
});

const login = z.strictObject({
  username: z.optional(z.enum(['ask', 'os', 'given'])),
  userEmail: z.optional(z.nullable(text(320))),
  userPhone: z.optional(z.nullable(text(64))),
  details: z.optional(z.enum(['config', 'caller'])),
  usernameDomains: z.optional(z.array(domainName).check(z.maxLength(100))),
  rememberUsername: z.optional(z.boolean()),
  rememberMethod: z.optional(z.boolean()),
  autoStart: z.optional(z.boolean()),
  bypass: z.optional(z.enum(['allow', 'deny'])),
  failMode: z.optional(z.enum(['deny', 'allow-when-unreachable'])),
  timeouts: z.optional(
    z.strictObject({
      loginSeconds: z.optional(seconds(86_400)),
      requestSeconds: z.optional(seconds(300)),
      approvalSeconds: z.optional(seconds(86_400)),
    }),
  ),
});

export const configFileSchema = z.strictObject({
  $schema: z.optional(z.string()),
  service: z.optional(service),
  credentials: z.optional(z.strictObject({ secretKeyFile: z.optional(z.nullable(text(4096))) })),
  login: z.optional(login),
  params: z.optional(
    z.strictObject({
      hostName: z.optional(z.boolean()),
      os: z.optional(z.boolean()),
      userIP: z.optional(z.nullable(text(64))),
    }),
  ),
  gate: z.optional(
    z.strictObject({
      audience: z.optional(z.nullable(text(500))),
      ticketSeconds: z.optional(seconds(3600)),
    }),
  ),
});

/** One configuration file, checked. */
export type ConfigFile = z.infer<typeof configFileSchema>;

/** The effective configuration: every key has a value. Times in seconds or milliseconds as their names say. */
export type Config = Readonly<{
  service: Readonly<{
    baseUrl: string;
    applicationType: 'promptless';
    systemToken: string;
    signatureHeader: string;
    signatureEncoding: 'hex' | 'base64';
    responseSignature: 'required' | 'when-present' | 'off';
    realtime: Readonly<{
      path: string;
      protocol: 'auto' | '4' | '3';
      connect: 'after-init' | 'after-method';
      transports: readonly ('polling' | 'websocket')[];
      settleMs: number;
    }>;
    /** `system`, `direct`, or the address of one. */
    proxy: string;
    /** An absolute path; null for none. */
    caFile: string | null;
  }>;
  credentials: Readonly<{ secretKeyFile: string }>;
  login: Readonly<{
    username: 'ask' | 'os' | 'given';
    userEmail: string | null;
    userPhone: string | null;
    details: 'config' | 'caller';
    usernameDomains: readonly string[];
    rememberUsername: boolean;
    rememberMethod: boolean;
    autoStart: boolean;
    bypass: 'allow' | 'deny';
    failMode: 'deny' | 'allow-when-unreachable';
    timeouts: Readonly<{ loginSeconds: number; requestSeconds: number; approvalSeconds: number }>;
  }>;
  params: Readonly<{ hostName: boolean; os: boolean; userIP: string | null }>;
  gate: Readonly<{ audience: string | null; ticketSeconds: number }>;
}>;

/** What counts where no file says anything (docs/configuration.md). */
export const DEFAULTS = {
  service: {
    applicationType: 'promptless',
    signatureHeader: 'X-Service-Signature',
    signatureEncoding: 'hex',
    responseSignature: 'when-present',
    realtime: {
      path: '/ws/socket.io',
      protocol: 'auto',
      connect: 'after-init',
      transports: ['polling', 'websocket'],
      settleMs: 150,
    },
    proxy: 'system',
    caFile: null,
  },
  credentials: { secretKeyFile: null },
  login: {
    username: 'ask',
    userEmail: null,
    userPhone: null,
    details: 'config',
    usernameDomains: [],
    rememberUsername: true,
    rememberMethod: true,
    autoStart: false,
    bypass: 'allow',
    failMode: 'deny',
    timeouts: { loginSeconds: 300, requestSeconds: 30, approvalSeconds: 120 },
  },
  params: { hostName: true, os: true, userIP: null },
  gate: { audience: null, ticketSeconds: 60 },
} as const satisfies ConfigFile;

/**
 * The keys that come from the managed file alone, where there is one, also where it is silent (docs/configuration.md).
 * A path names a whole section or one key.
 */
export const MANAGED_ONLY = [
  'service',
  'credentials',
  'params',
  'gate',
  'login.username',
  'login.userEmail',
  'login.userPhone',
  'login.details',
  'login.usernameDomains',
  'login.bypass',
  'login.failMode',
] as const;
