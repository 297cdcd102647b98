/** Names of policies, labels of their controls, names of their choices, as a policy editor shows them. */

/** `note`: about this form of the configuration alone. */
type Words = { name: string; label?: string; values?: Readonly<Record<string, string>>; note?: string };

/** Of a file: a policy lies in no folder where a relative path could start. */
const file = (name: string, example: string) => ({
  name,
  label: 'Absolute path:',
  note: `An absolute path, such as C:\\ProgramData\\Gatehouse\\${example}. A relative one is refused.`,
});

export const POLICIES: Readonly<Record<string, Words>> = {
  'service.baseUrl': { name: 'Address of the service', label: 'Address:' },
  'service.applicationType': {
    name: 'Type of the application',
    label: 'Type:',
    values: { promptless: 'Other (Promptless)', prompt: 'Other, with a page of the service' },
  },
  'service.prompt.display': {
    name: 'Where the page is shown',
    label: 'Shown in:',
    values: { window: 'The login window', browser: 'The browser' },
  },
  'service.prompt.callbackUrl': { name: 'Address that the page returns to', label: 'Address:' },
  'service.callbackParameters.state': { name: 'Name of the state parameter', label: 'Name:' },
  'service.callbackParameters.token': { name: 'Name of the token parameter', label: 'Name:' },
  'service.systemToken': {
    name: 'System token',
    label: 'Token:',
    note: 'Every account of the domain can read this value in SYSVOL. The key store keeps it from them.',
  },
  'service.signatureHeader': { name: 'Header of the signature', label: 'Header:' },
  'service.signatureEncoding': {
    name: 'Encoding of the signature',
    label: 'Encoding:',
    values: { hex: 'Hexadecimal', base64: 'Base64' },
  },
  'service.responseSignature': {
    name: 'Signatures of answers',
    label: 'Signatures:',
    values: {
      required: 'Required',
      'when-present': 'Checked where present',
      off: 'Not checked',
    },
  },
  'service.realtime.path': { name: 'Path of the event channel', label: 'Path:' },
  'service.realtime.protocol': {
    name: 'Protocol of the event channel',
    label: 'Generation:',
    values: { auto: 'Found automatically', 4: '4 (socket.io 3 and 4)', 3: '3 (socket.io 1 and 2)' },
  },
  'service.realtime.connect': {
    name: 'When the event channel is opened',
    label: 'Open:',
    values: { 'after-init': 'At the start of a login', 'after-method': 'After a method was chosen' },
  },
  'service.realtime.transports': { name: 'Transports of the event channel', label: 'In this order:' },
  'service.realtime.settleMs': { name: 'Wait after a subscription', label: 'Milliseconds:' },
  'service.proxy': { name: 'Proxy', label: 'system, direct or an address:' },
  'service.caFile': file('Trusted certificate authorities (file)', 'ca.pem'),
  'service.authorities': {
    name: 'Which certificate authorities are trusted',
    label: 'Authorities:',
    values: { 'system-and-file': 'Those of Windows and of the file', file: 'Those of the file alone' },
  },
  'credentials.secretKeyFile': file('Secret key (file)', 'secret'),
  'credentials.signer': {
    name: 'Signer (program)',
    label: 'JSON:',
    note: String.raw`JSON on one line, each backslash twice: {"command": ["C:\\Program Files\\Signer\\signer.exe", "argument"]}`,
  },
  'login.username': {
    name: 'Source of the username',
    label: 'Username:',
    values: { ask: 'The person types it', os: 'The account of Windows', given: 'The calling program' },
  },
  'login.windowsUsername': {
    name: 'Form of the Windows username',
    label: 'Form:',
    values: { domain: String.raw`DOMAIN\name`, upn: 'name@domain (UPN)' },
  },
  'login.userEmail': { name: 'Email address of the person', label: 'Email address:' },
  'login.userPhone': { name: 'Phone number of the person', label: 'Phone number:' },
  'login.details': {
    name: 'Source of email address and phone number',
    label: 'Source:',
    values: { config: 'The configuration', caller: 'The calling program' },
  },
  'login.usernameDomains': { name: 'Domains that mean the same person', label: 'Domains:' },
  'login.showDestination': { name: 'Show where a code was sent' },
  'login.authenticatorScheme': { name: 'Scheme of the authenticator app', label: 'Scheme:' },
  'login.rememberUsername': { name: 'Remember the username' },
  'login.rememberMethod': { name: 'Remember the method' },
  'login.autoStart': { name: 'Begin with the remembered method' },
  'login.bypass': {
    name: 'People who need no confirmation',
    label: 'Bypass:',
    values: { allow: 'Let in, when the service says so', deny: 'Refused' },
  },
  'login.failMode': {
    name: 'When the service cannot be reached',
    label: 'People are:',
    values: { deny: 'Refused', 'allow-when-unreachable': 'Let in without a second factor' },
  },
  'login.timeouts.loginSeconds': { name: 'Limit of a login', label: 'Seconds:' },
  'login.timeouts.requestSeconds': { name: 'Limit of a request', label: 'Seconds:' },
  'login.timeouts.approvalSeconds': { name: 'Limit of an approval', label: 'Seconds:' },
  'params.hostName': { name: 'Tell the name of the computer' },
  'params.os': { name: 'Tell the operating system' },
  'params.userIP': { name: 'Address of the person', label: 'IP address:' },
  'params.logoutUrl': { name: 'Logout page of the application', label: 'Address:' },
  'gate.audience': { name: 'Audience of tickets', label: 'Audience:' },
  'gate.ticketSeconds': { name: 'Validity of a ticket', label: 'Seconds:' },
  'brand.name': { name: 'Name in the window', label: 'Name:' },
  'brand.logo': file('Logo (file)', 'logo.png'),
  'brand.accent': { name: 'Colour of buttons and links', label: 'Colour:' },
  'brand.help': { name: 'Who can help', label: 'Sentence:' },
  'brand.helpAddress': { name: 'Where help is reached', label: 'Phone number or address:' },
  'window.attention': { name: 'Ask for attention in the taskbar' },
  'window.protectScreen': { name: 'Keep codes out of screenshots' },
  'log.file': { name: 'Log (file)', label: 'Absolute path, or default:' },
  'log.level': {
    name: 'How much is logged',
    label: 'Level:',
    values: { info: 'Every step', warn: 'Failures' },
  },
  theme: {
    name: 'Light or dark',
    label: 'Appearance:',
    values: { system: 'As Windows', light: 'Light', dark: 'Dark' },
  },
  messages: file('Your own words (file)', 'messages.json'),
  language: { name: 'Language', label: 'Language, or system:' },
};

/** Names of the categories. */
export const CATEGORIES = {
  service: 'Service',
  'service.prompt': 'Page of the service',
  'service.callbackParameters': 'Callback parameters',
  'service.realtime': 'Event channel',
  credentials: 'Secret key',
  login: 'Login',
  'login.timeouts': 'Time limits',
  params: 'Details sent to the service',
  gate: 'Tickets',
  brand: 'Brand',
  window: 'Window',
  log: 'Log',
} as Readonly<Record<string, string>>;

/** Categories that stand below "Advanced". */
export const ADVANCED = ['service.callbackParameters', 'service.realtime'];
