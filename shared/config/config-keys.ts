import * as z from 'zod/mini';
import {
  confidential,
  fileKey,
  key,
  loadedAs,
  managed,
  note,
  required,
  section,
} from './config-entry.ts';

const text = (maxLength: number) => z.string().check(z.minLength(1), z.maxLength(maxLength));
const seconds = (maximum: number) => z.int().check(z.minimum(1), z.maximum(maximum));
/**
 * A lone surrogate (`\p{Cs}`), which JSON can write as `"\ud83d"`. The published schema leaves this
 * check out, because not all programs that read a schema know `\p{Cs}`.
 */
const LONE_SURROGATE = /\p{Cs}/u;
/**
 * One line of text for people: it has no control character, no line separator and no lone
 * surrogate.
 */
const line = (maxLength: number) =>
  z.string().check(
    z.regex(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/),
    z.minLength(1),
    z.maxLength(maxLength),
    z.refine(
      (text) => !LONE_SURROGATE.test(text),
      'holds half a character (a lone surrogate of UTF-16)',
    ),
  );
/**
 * The name of an account. Blanks at its ends are refused: `--user` is read without them, so it
 * would be nobody's.
 */
const accountName = line(256).check(z.refine((name) => name === name.trim()));
const headerName = z.string().check(z.regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/));

/**
 * The name of a URL parameter, of the characters that an address carries without escapes (RFC 3986,
 * 2.3).
 */
const parameterName = z.string().check(z.regex(/^[A-Za-z0-9._~-]{1,100}$/));

/**
 * The address of a proxy: scheme, host and port, and nothing else. It holds no username and no
 * password: the person is asked for these when a proxy wants them.
 */
const proxyAddress = z
  .string()
  .check(z.regex(/^https?:\/\/(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\]):[1-9]\d{0,4}\/?$/));

/** A BCP 47 tag, or `system` for the desktop's language. */
const languageTag = z
  .string()
  .check(z.regex(/^(?:system|[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)$/), z.maxLength(35));

/**
 * The scheme of an app's own addresses (RFC 3986, 3.1). Common schemes of other programs are
 * refused: those of web pages, files, scripts and mail, and those that Windows itself opens
 * (`ms-…`, `search-ms`, `shell`).
 */
const appScheme = z
  .string()
  .check(
    z.regex(
      /^(?!(?:https?|wss?|ftps?|file|smb|data|blob|javascript|vbscript|about|chrome|view-source|mailto|tel|sms|ssh|telnet|ldaps?|rdp|vnc|shell|search|search-ms|jar|res|mk|mhtml|ms-.*)$)[a-z][a-z0-9+.-]{1,39}$/,
    ),
  );

/** A domain as it stands in `DOMAIN\name` or `name@domain`: labels with dots between them. */
const domainName = z.string().check(z.regex(/^[^\s@\\/.]+(?:\.[^\s@\\/.]+)*$/), z.maxLength(253));

/**
 * Every key of the configuration: the values that a file may give it, its default, what the support
 * file shows of it, and whether it is "managed only". The docstring of a key is published as its
 * meaning, in whole sentences. The types, the check of a file, the published schema and the table
 * in docs/configuration.md are made from here.
 */
export const CONFIG_KEYS = {
  /**
   * Where the schema of this file is, so that an editor completes and checks it. The program does
   * not read it.
   */
  $schema: note(z.string()),
  /** The MFA service, and how to talk to it. */
  service: managed(
    section({
      /**
       * The address of the service, to which the paths of the API are added. It begins with https.
       * Only a loopback address may begin with http, in an installed build only in a managed
       * configuration. The key is required.
       */
      baseUrl: required(text(2000), 'never'),
      /**
       * The type that the application has in the console of the service. "promptless" is "Other
       * (Promptless)", confirmed in Gatehouse; "prompt" is "Other", confirmed on a page of the
       * service.
       */
      applicationType: key(z.enum(['promptless', 'prompt']), 'promptless', 'value'),
      /** How the page of a prompt-capable application is shown, and how it comes back. */
      prompt: section({
        /**
         * Where the page is shown. "window": in a view inside the login window; "browser": in the
         * browser of the operating system. A login on the terminal always uses the browser.
         */
        display: key(z.enum(['window', 'browser']), 'window', 'value'),
        /**
         * The address to which the page comes back: an https address, or a loopback address with
         * http. Where "display" is "browser", only a loopback address with http is allowed, with or
         * without a port. Without a value, Gatehouse uses a loopback address of its own.
         */
        callbackUrl: key(z.nullable(text(2000)), null, 'summary'),
      }),
      /**
       * The names of the parameters that the service adds to the callback address of a
       * prompt-capable application.
       */
      callbackParameters: section({
        /** The parameter that has the state: "ok", "error" or "cancel". */
        state: key(parameterName, 'serviceState', 'summary'),
        /** The parameter that has the access token. */
        token: key(parameterName, 'serviceToken', 'summary'),
      }),
      /**
       * The token that identifies the application to the service. It is confidential, and required
       * here or in the key store ("gatehouse keys import").
       */
      systemToken: confidential(key(z.nullable(text(500)), null, 'summary')),
      /** The name of the header that carries the signature, in requests and in answers. */
      signatureHeader: key(headerName, 'X-Service-Signature', 'summary'),
      /** How the bytes of the signature are written in the header. */
      signatureEncoding: key(z.enum(['hex', 'base64']), 'hex', 'value'),
      /**
       * Whether a success answer must be signed. "when-present": only if an earlier answer to the
       * same call was signed; a wrong signature is always refused. "required": always; every bypass
       * is refused, too, because it comes as an error, which the service does not sign. "off":
       * signatures are not checked.
       */
      responseSignature: key(z.enum(['required', 'when-present', 'off']), 'when-present', 'value'),
      /** The event channel, on which the service says that the person confirmed. */
      realtime: section({
        /** The path of the socket.io endpoint, below the base address. */
        path: key(
          z.string().check(z.regex(/^\/[\x21-\x7e]*$/), z.maxLength(500)),
          '/ws/socket.io',
          'summary',
        ),
        /**
         * The version of the protocol below socket.io. 4: the server has socket.io 3 or 4; 3: the
         * server has socket.io 1 or 2. The number may stand with or without quotes. "auto":
         * Gatehouse finds the version out.
         */
        protocol: loadedAs<'auto' | '4' | '3'>()(
          key(z.union([z.enum(['auto', '4', '3']), z.literal([4, 3])]), 'auto', 'value'),
        ),
        /**
         * When the event channel is opened. "after-init": at the start of a login, so that no
         * confirmation is lost. "after-method": once a method is chosen, for a service that accepts
         * no event channel before.
         */
        connect: key(z.enum(['after-init', 'after-method']), 'after-init', 'value'),
        /**
         * The transports to try, in this order. The transport that worked is tried first from then
         * on. Polling alone is enough to log in. If "websocket" is listed, too, a connection by
         * polling changes to it by itself.
         */
        transports: key(
          z.array(z.enum(['polling', 'websocket'])).check(z.minLength(1), z.maxLength(2)),
          ['polling', 'websocket'],
          'value',
        ),
        /**
         * How many milliseconds after it was sent on a websocket a subscription counts as made: the
         * service does not acknowledge subscriptions.
         */
        settleMs: key(z.int().check(z.minimum(0), z.maximum(5000)), 150, 'value'),
      }),
      /**
       * The proxy on the way to the service: the setting of the operating system ("system"), no
       * proxy ("direct"), or an address such as "http://proxy.example.com:3128".
       */
      proxy: key(z.union([z.enum(['system', 'direct']), proxyAddress]), 'system', 'value'),
      /** A file of certificate authorities (PEM) that are trusted for the service. */
      caFile: fileKey(text(4096)),
      /**
       * The trusted certificate authorities. "system-and-file": those of the operating system, and
       * for the service those of "service.caFile", too; "file": only those of "service.caFile".
       */
      authorities: key(z.enum(['system-and-file', 'file']), 'system-and-file', 'value'),
    }),
  ),

  /** The secret key that requests are signed with. */
  credentials: managed(
    section({
      /**
       * The file that holds the secret key. Without a file and without a signer, the key store
       * gives the key.
       */
      secretKeyFile: fileKey(text(4096)),
      /**
       * A program that signs and verifies instead of a key on this computer: {"command": ["/path",
       * "argument"]}, with an absolute path.
       */
      signer: key(
        z.nullable(
          z.strictObject({ command: z.array(text(4096)).check(z.minLength(1), z.maxLength(64)) }),
        ),
        null,
        'summary',
      ),
    }),
  ),

  /** The login itself: the person, the time limits, and admission without a confirmation. */
  login: section({
    /**
     * Where the username comes from. "ask": the person types it; "os": the user of the operating
     * system; "given": the caller, with --user.
     */
    username: managed(key(z.enum(['ask', 'os', 'given']), 'ask', 'value')),
    /**
     * The names under which the service knows the accounts: {"account": "name"}. With it,
     * "login.username" is "os" or "given", and an account that is not listed is refused. Without
     * it, an account has its own name.
     */
    names: managed(key(z.record(accountName, line(256)), {}, 'summary')),
    /**
     * How Windows names its user, where "login.username" is "os". "domain": DOMAIN\user; "upn": the
     * user principal name, user@domain. Not used on other systems.
     */
    windowsUsername: managed(key(z.enum(['domain', 'upn']), 'domain', 'value')),
    /**
     * The email address to send at the start of a login; it is sent in lower case. Set only an
     * address that was taken from a directory.
     */
    userEmail: managed(key(z.nullable(text(320)), null, 'summary')),
    /**
     * The phone number to send at the start of a login. Set only a number that was taken from a
     * directory.
     */
    userPhone: managed(key(z.nullable(text(64)), null, 'summary')),
    /**
     * The source of the person's email address, phone number and IP address. "config": the
     * configuration, for every login; "caller": the caller, for one login.
     */
    details: managed(key(z.enum(['config', 'caller']), 'config', 'value')),
    /**
     * Domains that the service may add to the username in its answer, or leave out. List a domain
     * only if the name without it means one person and no other.
     */
    usernameDomains: managed(key(z.array(domainName).check(z.maxLength(100)), [], 'summary')),
    /** Whether the person sees the telephone number as the service masks it, such as "•••42". */
    showDestination: key(z.boolean(), true, 'value'),
    /**
     * The scheme of an authenticator on this computer, such as "otpauth": a QR code whose text
     * begins with this scheme can be opened there. Without a scheme, no QR code is opened.
     */
    authenticatorScheme: managed(key(z.nullable(appScheme), null, 'summary')),
    /** Whether the last username that succeeded is filled in next time. */
    rememberUsername: key(z.boolean(), true, 'value'),
    /** Whether the method that last succeeded for a username is listed first next time. */
    rememberMethod: key(z.boolean(), true, 'value'),
    /** Whether the remembered method starts by itself as soon as the service offers it. */
    autoStart: key(z.boolean(), false, 'value'),
    /** Whether a person for whom the service asks no confirmation is let in. */
    bypass: managed(key(z.enum(['allow', 'deny']), 'allow', 'value')),
    /**
     * The reaction to a service that cannot be reached at the start of a login.
     * "allow-when-unreachable" lets the person in, with the outcome "allowed-unreachable".
     */
    failMode: managed(key(z.enum(['deny', 'allow-when-unreachable']), 'deny', 'value')),
    /**
     * The time limits of a login. They are managed only, too, if the file that sets the
     * managed-only keys sets "login.failMode" to "allow-when-unreachable": a short limit would make
     * any service unreachable.
     */
    timeouts: section({
      /**
       * The time for the whole login, from the username on. It grows if the person asks for more
       * time.
       */
      loginSeconds: key(seconds(86_400), 300, 'value'),
      /** The time for one request to the service. */
      requestSeconds: key(seconds(300), 30, 'value'),
      /** The time of one wait for the person: for an approval, a code or a security key. */
      approvalSeconds: key(seconds(86_400), 120, 'value'),
    }),
  }),

  /**
   * Facts about this computer for the service, so that the person recognises the request. The
   * version of Gatehouse is always sent.
   */
  params: managed(
    section({
      /** Whether this computer's name is sent. It is also shown while an approval is awaited. */
      hostName: key(z.boolean(), true, 'value'),
      /** Whether the name and version of the operating system are sent. */
      os: key(z.boolean(), true, 'value'),
      /**
       * The public IP address to send. Gatehouse never looks it up: without a value, no address is
       * sent.
       */
      userIP: key(z.nullable(text(64)), null, 'summary'),
      /**
       * The address of the application's logout page or login form, for a prompt-capable
       * application.
       */
      logoutUrl: key(z.nullable(text(2000)), null, 'summary'),
    }),
  ),

  /** The ticket that a verdict may carry, for the program that verifies it. */
  gate: managed(
    section({
      /** The audience of tickets ("aud"): a name for the program that verifies them. */
      audience: key(z.nullable(text(500)), null, 'summary'),
      /** How long a ticket is valid. */
      ticketSeconds: key(seconds(3600), 60, 'value'),
    }),
  ),

  /**
   * Whether each verdict of the gate and of "gatehouse check" is a line in the system's log. "on":
   * where the line cannot be written, a message says so, and the verdict counts. "required": where
   * it cannot be written, nobody is let in.
   */
  audit: managed(key(z.enum(['off', 'on', 'required']), 'off', 'value')),

  /** Your organisation, as the window shows it. */
  brand: section({
    /** The name at the head of the window until the service names the application. */
    name: key(z.nullable(line(60)), null, 'summary'),
    /** A file with your logo: a PNG of at most 256 KiB, from 16 to 1024 pixels wide and high. */
    logo: fileKey(text(4096)),
    /**
     * The colour of buttons and links, such as "#1a5fb4". In a theme where its contrast is less
     * than 4.5:1, the default colour is shown.
     */
    accent: key(z.nullable(z.string().check(z.regex(/^#[0-9A-Fa-f]{6}$/))), null, 'summary'),
    /** A sentence that says who can help. Without it, the window names the administrator. */
    help: key(z.nullable(line(200)), null, 'summary'),
    /** The contact for help, shown after that sentence as text: a telephone number, an address. */
    helpAddress: key(z.nullable(line(200)), null, 'summary'),
  }),
  /** How the window behaves beside the other windows of the desktop. */
  window: section({
    /**
     * Whether the taskbar asks for attention when the login waits for the person, or has ended,
     * behind another window.
     */
    attention: key(z.boolean(), false, 'value'),
    /**
     * Whether the window is left out of screenshots and shared screens while a code or a QR code is
     * on it, or can be typed. Windows and macOS try; Linux cannot.
     */
    protectScreen: key(z.boolean(), false, 'value'),
  }),
  /** The log: one JSON object a line, without secrets. */
  log: section({
    /**
     * The file to which the log is appended: the absolute path of a file that every person may
     * write, or "default" for a file in the person's own folder for logs. The option --log-file
     * overrides this key.
     */
    file: key(z.nullable(text(4096)), null, 'summary'),
    /** How much is logged. "info": every step; "warn": failures, refusals and late events. */
    level: key(z.enum(['info', 'warn']), 'info', 'value'),
  }),
  /** Whether the window is light or dark. "system": as the desktop is. */
  theme: key(z.enum(['system', 'light', 'dark']), 'system', 'value'),
  /** A JSON file with messages in your own words, by language and key. */
  messages: fileKey(text(4096)),
  /**
   * The language of the window and the terminal, as a tag such as "de" or "pt-BR". "system": the
   * language of the desktop. A language without a translation is replaced by English.
   */
  language: key(languageTag, 'system', 'value'),
} as const;
