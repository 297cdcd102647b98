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
/** `\p{Cs}` is a lone surrogate, which JSON can write as `"\ud83d"`. Not in the schema: not all its readers know it. */
const HALF_CHARACTER = /\p{Cs}/u;
/** One line that people read: no control character, no line separator, no half of a character. */
const line = (maxLength: number) =>
  z.string().check(
    z.regex(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/),
    z.minLength(1),
    z.maxLength(maxLength),
    z.refine(
      (text) => !HALF_CHARACTER.test(text),
      'holds half a character (a lone surrogate of UTF-16)',
    ),
  );
const headerName = z.string().check(z.regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/));

/** A name that stands in an address as it is. */
const parameterName = z.string().check(z.regex(/^[A-Za-z0-9._~-]{1,100}$/));

/** A proxy: scheme, host and port, without further parts; a login is asked for, never configured. */
const proxyAddress = z
  .string()
  .check(z.regex(/^https?:\/\/(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\]):[1-9]\d{0,4}\/?$/));

/** A BCP 47 tag, or the desktop's language. */
const languageTag = z
  .string()
  .check(z.regex(/^(?:system|[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)$/), z.maxLength(35));

/**
 * The scheme of an app's own addresses (RFC 3986, 3.1). Common ones of other programs are refused: web pages, files,
 * scripts, mail, and those that Windows itself opens (`ms-…`, `search-ms`, `shell`).
 */
const appScheme = z
  .string()
  .check(
    z.regex(
      /^(?!(?:https?|wss?|ftps?|file|smb|data|blob|javascript|vbscript|about|chrome|view-source|mailto|tel|sms|ssh|telnet|ldaps?|rdp|vnc|shell|search|search-ms|jar|res|mk|mhtml|ms-.*)$)[a-z][a-z0-9+.-]{1,39}$/,
    ),
  );

/** A domain as it stands in `DOMAIN\\name` or `name@domain`: labels with dots between them. */
const domainName = z.string().check(z.regex(/^[^\s@\\/.]+(?:\.[^\s@\\/.]+)*$/), z.maxLength(253));

/**
 * Every key of the configuration: its values in a file, the default, its part in the file for support, and whether only
 * an administrator sets it. Its docstring is its meaning, in whole sentences. Types, the check of a file, the published
 * schema and the table in docs/configuration.md come from here.
 */
export const CONFIG_KEYS = {
  /**
   * Where the schema of this file is, so that an editor completes and checks it. The program does not read it.
   */
  $schema: note(z.string()),
  /** The MFA service, and how to talk to it. */
  service: managed(
    section({
      /**
       * The address of the service: the API paths are added to it. https only; http is taken for a loopback address,
       * and in an installed build only from a managed configuration. Required.
       */
      baseUrl: required(text(2000), 'never'),
      /**
       * The type that the application has in the console of the service. "promptless" is "Other (Promptless)",
       * confirmed in Gatehouse; "prompt" is "Other", confirmed on a page of the service.
       */
      applicationType: key(z.enum(['promptless', 'prompt']), 'promptless', 'value'),
      /** How the page of a prompt-capable application is shown, and how it comes back. */
      prompt: section({
        /**
         * Where the page is shown: in a view inside of the login window, or in the browser of the operating system.
         * The terminal has the browser in any case.
         */
        display: key(z.enum(['window', 'browser']), 'window', 'value'),
        /**
         * The address that the page comes back to: https, or http for a loopback address ("browser": only the latter,
         * with or without a port). Without one, a loopback address of Gatehouse's own.
         */
        callbackUrl: key(z.nullable(text(2000)), null, 'is-set'),
      }),
      /** The names of the parameters that the service adds to the callback address of a prompt-capable application. */
      callbackParameters: section({
        /** The parameter that has the state: "ok", "error" or "cancel". */
        state: key(parameterName, 'serviceState', 'is-set'),
        /** The parameter that has the access token. */
        token: key(parameterName, 'serviceToken', 'is-set'),
      }),
      /**
       * The token that identifies the application to the service. Confidential. Required here or in the key store
       * ("gatehouse keys import").
       */
      systemToken: confidential(key(z.nullable(text(500)), null, 'is-set')),
      /** The name of the header that carries the signature, in requests and in answers. */
      signatureHeader: key(headerName, 'X-Service-Signature', 'is-set'),
      /** How the bytes of the signature are written in the header. */
      signatureEncoding: key(z.enum(['hex', 'base64']), 'hex', 'value'),
      /**
       * Whether a success answer must be signed. "when-present": once an answer to the same call was signed; a wrong
       * signature is refused. "required": always, and every bypass is refused. "off": not checked.
       */
      responseSignature: key(z.enum(['required', 'when-present', 'off']), 'when-present', 'value'),
      /** The event channel, on which the service says that the person confirmed. */
      realtime: section({
        /** The path of the socket.io endpoint, below the base address. */
        path: key(
          z.string().check(z.regex(/^\/[\x21-\x7e]*$/), z.maxLength(500)),
          '/ws/socket.io',
          'is-set',
        ),
        /**
         * The generation of the protocol below socket.io: 4 for a server of socket.io 3 or 4, 3 for one of socket.io
         * 1 or 2, with or without quotes. "auto" finds it out.
         */
        protocol: loadedAs<'auto' | '4' | '3'>()(
          key(z.union([z.enum(['auto', '4', '3']), z.literal([4, 3])]), 'auto', 'value'),
        ),
        /**
         * When to begin to listen. "after-init" loses no confirmation; "after-method" is for a service that takes no
         * event channel before a method was chosen.
         */
        connect: key(z.enum(['after-init', 'after-method']), 'after-init', 'value'),
        /**
         * Which transports to try, in this order; the one that held is tried first from then on. Polling alone is
         * enough to log in, and moves to a websocket by itself when that is listed too.
         */
        transports: key(
          z.array(z.enum(['polling', 'websocket'])).check(z.minLength(1), z.maxLength(2)),
          ['polling', 'websocket'],
          'value',
        ),
        /**
         * How many milliseconds to wait on a websocket after a subscription was sent: the service does not acknowledge
         * it.
         */
        settleMs: key(z.int().check(z.minimum(0), z.maximum(5000)), 150, 'value'),
      }),
      /**
       * The proxy on the way to the service: the setting of the operating system ("system"), no proxy ("direct"), or an
       * address such as "http://proxy.example.com:3128".
       */
      proxy: key(z.union([z.enum(['system', 'direct']), proxyAddress]), 'system', 'value'),
      /** A file of certificate authorities (PEM) that are trusted for the service. */
      caFile: fileKey(text(4096)),
      /**
       * The trusted certificate authorities. "system-and-file": those of the operating system, and of "service.caFile"
       * for the service; "file": of "service.caFile" alone.
       */
      authorities: key(z.enum(['system-and-file', 'file']), 'system-and-file', 'value'),
    }),
  ),

  /** The secret key that requests are signed with. */
  credentials: managed(
    section({
      /** The file that holds the secret key. Without one, and without a signer, it comes from the key store. */
      secretKeyFile: fileKey(text(4096)),
      /**
       * A program that signs and verifies instead of a key on this computer: {"command": ["/path", "argument"]}, with
       * an absolute path.
       */
      signer: key(
        z.nullable(
          z.strictObject({ command: z.array(text(4096)).check(z.minLength(1), z.maxLength(64)) }),
        ),
        null,
        'is-set',
      ),
    }),
  ),

  /** The login itself: the person, the time limits, and admission without a confirmation. */
  login: section({
    /**
     * Where the username comes from. "ask": the person types it; "os": the user of the operating system; "given": the
     * caller, with --user.
     */
    username: managed(key(z.enum(['ask', 'os', 'given']), 'ask', 'value')),
    /**
     * How Windows names its user, where "login.username" is "os". "domain": DOMAIN\user; "upn": the user principal
     * name, user@domain. Not used on other systems.
     */
    windowsUsername: managed(key(z.enum(['domain', 'upn']), 'domain', 'value')),
    /**
     * The email address to send at the start of a login, in small letters. Set it only where it was taken from a
     * directory.
     */
    userEmail: managed(key(z.nullable(text(320)), null, 'is-set')),
    /** The phone number to send at the start of a login. Set it only where it was taken from a directory. */
    userPhone: managed(key(z.nullable(text(64)), null, 'is-set')),
    /**
     * The source of the person's email address, phone number and IP address. "config": the configuration, for every
     * login; "caller": the caller, for one login.
     */
    details: managed(key(z.enum(['config', 'caller']), 'config', 'value')),
    /**
     * Domains that the username in the answer of the service may have or lack. List one only where the name alone
     * means one person and no other.
     */
    usernameDomains: managed(key(z.array(domainName).check(z.maxLength(100)), [], 'is-set')),
    /** Whether the person sees the telephone number as the service masks it, such as "•••42". */
    showDestination: key(z.boolean(), true, 'value'),
    /**
     * The scheme of an authenticator on this computer, such as "otpauth": a QR code whose text begins with it can be
     * opened there. Without one, no code is opened.
     */
    authenticatorScheme: managed(key(z.nullable(appScheme), null, 'is-set')),
    /** Whether the last username that succeeded is filled in next time. */
    rememberUsername: key(z.boolean(), true, 'value'),
    /** Whether the method that last succeeded for a username is listed first next time. */
    rememberMethod: key(z.boolean(), true, 'value'),
    /** Whether the remembered method starts by itself as soon as the service offers it. */
    autoStart: key(z.boolean(), false, 'value'),
    /** Whether a person for whom the service asks no confirmation is let in. */
    bypass: managed(key(z.enum(['allow', 'deny']), 'allow', 'value')),
    /**
     * The reaction to a service that cannot be reached at the start of a login. "allow-when-unreachable" lets the
     * person in, with the outcome "allowed-unreachable".
     */
    failMode: managed(key(z.enum(['deny', 'allow-when-unreachable']), 'deny', 'value')),
    /**
     * How long things may take. Managed only, too, where the managed configuration sets "login.failMode" to
     * "allow-when-unreachable".
     */
    timeouts: section({
      /** The whole login, from the username on. More time, asked for by the person, moves it. */
      loginSeconds: key(seconds(86_400), 300, 'value'),
      /** One request to the service. */
      requestSeconds: key(seconds(300), 30, 'value'),
      /** One wait for the person: for an approval, a code, a key. */
      approvalSeconds: key(seconds(86_400), 120, 'value'),
    }),
  }),

  /**
   * Facts about this computer for the service, so that the person recognises the request. The version of Gatehouse is
   * always sent.
   */
  params: managed(
    section({
      /** Whether this computer's name is sent. It is also shown while an approval is awaited. */
      hostName: key(z.boolean(), true, 'value'),
      /** Whether the name and version of the operating system are sent. */
      os: key(z.boolean(), true, 'value'),
      /** The public IP address to send. Never looked up: without a value no address is sent. */
      userIP: key(z.nullable(text(64)), null, 'is-set'),
      /** The address of the application's logout page or login form, for a prompt-capable application. */
      logoutUrl: key(z.nullable(text(2000)), null, 'is-set'),
    }),
  ),

  /** The ticket that a verdict may carry. */
  gate: managed(
    section({
      /** The audience of tickets ("aud"): a name for the program that verifies them. */
      audience: key(z.nullable(text(500)), null, 'is-set'),
      /** How long a ticket is valid. */
      ticketSeconds: key(seconds(3600), 60, 'value'),
    }),
  ),

  /** Your organisation, as the window shows it. */
  brand: section({
    /** The name at the head of the window until the service names the application. */
    name: key(z.nullable(line(60)), null, 'is-set'),
    /** A file with your logo: a PNG of at most 256 KiB, from 16 to 1024 pixels wide and high. */
    logo: fileKey(text(4096)),
    /**
     * The colour of buttons and links, such as "#1a5fb4". In a theme where its contrast is less than 4.5:1, the default
     * colour is shown.
     */
    accent: key(z.nullable(z.string().check(z.regex(/^#[0-9A-Fa-f]{6}$/))), null, 'is-set'),
    /** Who can help, as a sentence. Without one the window names the administrator. */
    help: key(z.nullable(line(200)), null, 'is-set'),
    /** The contact for help, shown after that sentence as text: a telephone number, an address. */
    helpAddress: key(z.nullable(line(200)), null, 'is-set'),
  }),
  /** How the window behaves beside the other windows of the desktop. */
  window: section({
    /**
     * Whether the taskbar asks for attention when the login waits for the person, or has ended, behind another window.
     */
    attention: key(z.boolean(), false, 'value'),
    /**
     * Whether the window is left out of screenshots and shared screens while a code or a QR code is on it, or can be
     * typed. Windows and macOS try; Linux cannot.
     */
    protectScreen: key(z.boolean(), false, 'value'),
  }),
  /** The log: one JSON object a line, without secrets. */
  log: section({
    /**
     * The file to append to: an absolute path that each person may write, or "default", in the person's own folder for
     * logs. The option --log-file counts before it.
     */
    file: key(z.nullable(text(4096)), null, 'is-set'),
    /** How much is logged. "info": every step; "warn": failures, refusals and late events. */
    level: key(z.enum(['info', 'warn']), 'info', 'value'),
  }),
  /** Whether the window is light or dark. "system": as the desktop is. */
  theme: key(z.enum(['system', 'light', 'dark']), 'system', 'value'),
  /** A JSON file with messages in your own words, by language and key. */
  messages: fileKey(text(4096)),
  /**
   * The language of window and terminal, as a tag such as "de" or "pt-BR". "system": as the desktop. English where
   * Gatehouse has no translation.
   */
  language: key(languageTag, 'system', 'value'),
} as const;
