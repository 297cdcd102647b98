/**
 * What each configuration key means, for `docs/config.schema.json` and the table of `docs/configuration.md`. Plain
 * text, whole sentences. A key of the schema without a line here, or a line without a key, is a type error.
 */

/**
 * The dotted path of every key and section of a type.
 * @template T
 * @typedef {{
 *   [K in keyof T & string]:
 *     | K
 *     | (NonNullable<T[K]> extends readonly unknown[] ? never
 *       : NonNullable<T[K]> extends object ? `${K}.${Keys<NonNullable<T[K]>>}` : never)
 * }[keyof T & string]} Keys
 */

/** @type {Readonly<Record<Keys<Required<import('../../shared/config/config-schema.ts').ConfigFile>>, string>>} */
export const CONFIG_WORDS = {
  $schema:
    'Where the schema of this file is, so that an editor completes and checks it. The program does not read it.',

  service: 'The MFA service, and how to talk to it.',
  'service.baseUrl':
    'The address of the service: the API paths are added to it. https only; http is taken for a loopback address, and in an installed build only from the managed file. Required.',
  'service.applicationType':
    'The type that the application has in the console of the service. "prompt" is not built yet and is refused.',
  'service.systemToken': 'The token that identifies the application to the service. Confidential. Required.',
  'service.signatureHeader': 'The name of the header that carries the signature, in requests and in answers.',
  'service.signatureEncoding': 'How the bytes of the signature are written in the header.',
  'service.responseSignature':
    'What to do about the signature of a success answer. "when-present" refuses a wrong one and takes none at all; "required" refuses both, and refuses every bypass too, because error answers carry no signature; "off" does not look.',
  'service.realtime': 'The line on which the service tells that the person confirmed.',
  'service.realtime.path': 'The path of the socket.io endpoint, below the base address.',
  'service.realtime.protocol':
    'The generation of the protocol below socket.io: 4 for a server of socket.io 3 or 4, 3 for one of socket.io 1 or 2, with or without quotes. "auto" finds it out.',
  'service.realtime.connect':
    'When to begin to listen. "after-init" loses no confirmation; "after-method" is for a service that takes no listener before a method was chosen.',
  'service.realtime.transports':
    'Which transports to try, in this order; the one that held is tried first from then on. Polling alone is enough to log in, and moves to a websocket by itself when that is listed too.',
  'service.realtime.settleMs':
    'On a websocket nothing acknowledges a subscription: so many milliseconds after it was sent it counts as received.',
  'service.proxy':
    'The way to the service. "system" takes what the operating system says, a PAC file included; "direct" takes none; an address such as "http://proxy.example.com:3128" takes that one for every request. A name and a password that it wants are asked for and kept in memory only.',
  'service.caFile':
    'A file of certificate authorities (PEM) that are trusted for the service besides those of the operating system. A relative path starts at the folder of the configuration file that says it.',

  credentials: 'The secret key that requests are signed with.',
  'credentials.secretKeyFile':
    'The file that holds the secret key. A relative path starts at the folder of the configuration file that says it. Required, as long as there is no key store.',

  login: 'The login itself: who, how long, and what lets a person in besides a confirmation.',
  'login.username':
    'Where the username comes from. "ask": the person types it; "os": the name of the user of the operating system; "given": whoever starts Gatehouse passes it with --user. Only "ask" can be edited in the window.',
  'login.userEmail':
    'The email address to send at the start of a login, in small letters. Set it only where it was taken from a directory.',
  'login.userPhone':
    'The phone number to send at the start of a login. Set it only where it was taken from a directory.',
  'login.details':
    'Who gives the email address, the phone number and the IP address of the person. "config": login.userEmail, login.userPhone and params.userIP, the same for every login; "caller": whoever starts Gatehouse may give them for one login with --user-email, --user-phone and --user-ip, beside --user. Set it only where every caller takes them from a directory: the service may send its messages there.',
  'login.usernameDomains':
    'Domains that the username in the answer of the service may have or lack: with "CORP" and "corp.example.com" here, CORP\\alice, alice@corp.example.com and alice are one person. List a domain only where the name alone means one person and no other in every place that the service knows.',
  'login.rememberUsername': 'Whether the last username that succeeded is filled in next time.',
  'login.rememberMethod': 'Whether the method that last succeeded for a username is listed first next time.',
  'login.autoStart': 'Whether the remembered method starts by itself as soon as the service offers it.',
  'login.bypass': 'Whether a person for whom the service asks no confirmation is let in.',
  'login.failMode':
    'What happens when the service cannot be reached at the start of a login. "allow-when-unreachable" lets the person in, under a name of its own.',
  'login.timeouts':
    'How long things may take. Managed only, too, where the managed file sets `login.failMode` to `allow-when-unreachable`.',
  'login.timeouts.loginSeconds':
    'The whole login, from the username on. More time, asked for by the person, moves it.',
  'login.timeouts.requestSeconds':
    'One request to the service. Managed only where the managed file sets "login.failMode" to "allow-when-unreachable".',
  'login.timeouts.approvalSeconds': 'One wait for the person: for an approval, a code, a key.',

  params:
    'What the service is told about this computer, so that the person recognises the request. The version of Gatehouse is always told.',
  'params.hostName': "Whether this computer's name is sent. It is also shown while an approval is awaited.",
  'params.os': 'Whether the name and version of the operating system are sent.',
  'params.userIP': 'The public IP address to send. Never looked up: without a value none is sent.',

  gate: 'The ticket that a verdict may carry.',
  'gate.audience': 'For whom a ticket is made out.',
  'gate.ticketSeconds': 'How long a ticket is valid.',
};
