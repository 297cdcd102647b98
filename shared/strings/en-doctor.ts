import { DIAGNOSES, type CheckName, type CheckVerdict, type DiagnosisCode } from '../doctor/diagnoses.ts';
import type { DoctorReport } from '../doctor/report.ts';
import { enCauses, enRemedies } from './en-causes.ts';
import type { FindingStrings } from './types.ts';

const TELL_ADMINISTRATOR = 'Tell your administrator.';
const IMPORT_AGAIN = 'Ask your administrator to run “gatehouse keys import” again.';
const CHECK_NETWORK = 'Check the network, and the VPN if you use one.';

/** What was looked at, as the heading of its row. */
const checks = {
  configuration: 'Settings',
  'key-store': 'Key store',
  name: 'Address of the service',
  connection: 'Connection',
  proxy: 'Proxy',
  certificate: 'Certificate',
  answer: 'Answer of the service',
  'sign-in': 'Sign-in to the network',
  clock: 'Clock',
  credentials: 'Secret key and application',
  polling: 'Receiving your approval by polling',
  websocket: 'Receiving your approval by websocket',
  generation: 'Protocol for receiving your approval',
} satisfies Readonly<Record<CheckName, string>>;

const verdicts = {
  well: 'OK',
  warning: 'Warning',
  wrong: 'Wrong',
  unknown: 'No result',
  'not-tried': 'Not tried',
} satisfies Readonly<Record<CheckVerdict, string>>;

const findings = {
  well: { found: 'No problem found.', toDo: '' },
  'not-tried': { found: 'Not tried, because an earlier check failed.', toDo: '' },
  'time-up': { found: 'This check took too long.', toDo: 'Check again.' },
  'internal-fault': {
    found: 'This check failed because of a fault in this program.',
    toDo: 'Check again. If it happens again, tell your administrator.',
  },

  'configuration-broken': {
    found: 'This program cannot use its settings.',
    toDo: 'Ask your administrator to correct the setting named here.',
  },
  'configuration-readable': {
    found: 'The settings contain confidential data, and other people on this computer can read them.',
    toDo: 'Ask your administrator to keep them where others cannot read them: in a file with mode 600, or in the key store.',
  },
  'configuration-open-door': {
    found: 'Anyone who types another person’s name may be let in without verification.',
    toDo: 'Ask your administrator to set “login.username” to “os”, or “login.bypass” and “login.failMode” to “deny”.',
  },
  'secret-unusable': {
    found: 'The secret key is missing or cannot be used.',
    toDo: 'Ask your administrator to put the secret key into the file that “secretKeyFile” names, readable by its owner only, or to run “gatehouse keys import”.',
  },
  'system-token-missing': {
    found: 'The settings do not name the application.',
    toDo: 'Ask your administrator to set “service.systemToken”, or to run “gatehouse keys import”.',
  },
  'authorities-unusable': {
    found: 'The file with your own certificate authorities cannot be used.',
    toDo: 'Ask your administrator to correct the file or “service.caFile” in the settings.',
  },
  'logo-unusable': {
    found: 'The file with the logo cannot be used.',
    toDo: 'Ask your administrator to correct the file or “brand.logo” in the settings.',
  },
  'accent-corrected': {
    found: 'The colour of the brand would be hard to read, so the nearest one that is not is shown.',
    toDo: 'If you manage this computer, set “brand.accent” to a colour that reads on light and on dark.',
  },
  'key-store-unprotected': {
    found:
      'The operating system does not protect the key store: anyone who can read its file can read the keys.',
    toDo: 'Ask your administrator to set up a keyring on this computer.',
  },
  'key-store-locked': { found: enCauses.keyStoreLocked, toDo: 'Unlock it, then check again.' },
  'key-store-changed': { found: enCauses.keyStoreChanged, toDo: enRemedies.logInThere },
  'key-store-unreadable': { found: enCauses.keyStoreUnreadable, toDo: IMPORT_AGAIN },
  'key-store-unavailable': { found: enCauses.keyStoreUnavailable, toDo: enRemedies.logInThere },
  'key-store-silent': {
    found: 'The key store did not answer. It may be locked.',
    toDo: 'Unlock the keyring of this computer, then check again.',
  },
  'key-store-broken': {
    found: 'The key store returned something else than was stored in it.',
    toDo: 'Unlock the keyring of this computer, then check again. If it happens again, ask your administrator to repair the key store.',
  },
  'ticket-key-unusable': {
    found: 'The key that signs the result for the application cannot be used.',
    toDo: 'Ask your administrator to repair the key store.',
  },

  offline: { found: enCauses.offline, toDo: 'Connect it, then check again.' },
  'name-not-found': {
    found: enCauses.nameNotFound,
    toDo: `${CHECK_NETWORK} If both work, ask your administrator to check “service.baseUrl” and the proxy script: a script that cannot be loaded looks the same.`,
  },
  'name-at-proxy': { found: 'The proxy looks up the address.', toDo: '' },
  'connection-refused': {
    found: 'The connection was refused.',
    toDo: 'Wait a moment, then check again. If it happens again, tell your administrator: the service may be down, or a firewall may block it.',
  },
  'connection-silent': {
    found: 'Nothing answered at this address in time.',
    toDo: `${CHECK_NETWORK} If both work, tell your administrator: the service may be down, or a firewall may block it.`,
  },
  'connection-failed': {
    found: 'The connection could not be opened, or it was lost.',
    toDo: `${CHECK_NETWORK} Then check again. If it happens again, tell your administrator.`,
  },
  'no-proxy': { found: 'No proxy is used for the login service.', toDo: '' },
  'way-unknown': {
    found: 'We could not see whether a proxy is used.',
    toDo: 'Check again. If logins work, you do not have to do anything.',
  },
  'proxy-unknown': {
    found: 'We could not see whether this proxy is working.',
    toDo: 'If logins work, you do not have to do anything. If they do not, tell your administrator the name of the proxy.',
  },
  'proxy-unreachable': {
    found: 'The proxy could not be reached.',
    toDo: 'Check the network. If it works, ask your administrator to check the address of the proxy.',
  },
  'proxy-protocol': {
    found: 'The proxy was reached, but did not accept the connection.',
    toDo: 'Ask your administrator to check the proxy in the settings or the operating system: it may say https instead of http.',
  },
  'proxy-wants-login': {
    found: 'The proxy requires a username and password.',
    toDo: 'Start a login and enter them there. If you do not have them, ask your administrator.',
  },
  'proxy-login-refused': {
    found: 'The proxy rejected the username or password.',
    toDo: 'Start a login and enter them again. If you do not have them, ask your administrator.',
  },
  'proxy-refuses': {
    found: 'The proxy did not connect this computer to the login service.',
    toDo: 'Tell your administrator: the proxy may block the address or may not reach it, or “service.baseUrl” is wrong.',
  },
  'proxy-script-broken': {
    found: 'The proxy script could not be loaded, or it has an error.',
    toDo: 'Ask your administrator to correct the script or its address.',
  },
  'proxy-certificate': {
    found: 'The certificate of the proxy was rejected.',
    toDo: 'Use another network, or ask your administrator to make this computer trust the issuer.',
  },

  'certificate-untrusted': {
    found:
      'This computer does not trust the issuer of the certificate. Someone may be trying to read the connection.',
    toDo: 'Use another network, or ask your administrator whether to trust the issuer named here. To trust it, they add it to the file that “service.caFile” names.',
  },
  'certificate-other-name': {
    found: 'The certificate is for another address than that of the login service.',
    toDo: 'In a guest network, open your browser and sign in there, then check again. In any other network, tell your administrator.',
  },
  'certificate-out-of-date': {
    found: 'The certificate has expired or is not valid yet, by the clock of this computer.',
    toDo: 'Check the date and time of this computer. If they are right, tell your administrator.',
  },
  'certificate-broken': {
    found: 'The certificate has an error, or no secure connection could be made.',
    toDo: TELL_ADMINISTRATOR,
  },
  'no-certificate': { found: 'The address is on this computer and uses no certificate.', toDo: '' },

  'network-sign-in': {
    found: enCauses.networkSignIn,
    toDo: 'Open your browser and sign in to the network, then check again. If there is nothing to sign in to, ask your administrator to check “service.baseUrl”.',
  },
  'server-error': {
    found: 'The login service reported an error.',
    toDo: 'Wait a moment, then check again. If it happens again, tell your administrator.',
  },
  'not-the-service': {
    found: 'Something answered at this address, but not the login service.',
    toDo: 'Ask your administrator to check “service.baseUrl”, and whether a filter in the network answers instead.',
  },
  'answer-cut': {
    found: 'The connection ended before the answer was complete.',
    toDo: 'Check again. If it happens again, tell your administrator: something in the network may end connections.',
  },
  'answer-silent': {
    found: 'The connection was opened, but no answer came in time.',
    toDo: 'Wait a moment, then check again. If it happens again, tell your administrator.',
  },
  'answer-unknown': {
    found: 'No answer came, for an unknown reason.',
    toDo: 'Check again. If it happens again, give this report to your administrator.',
  },
  'signature-wrong': {
    found: 'The answer is not signed with the secret key of this computer.',
    toDo: 'Tell your administrator: the secret key may be wrong, or someone else may have answered.',
  },
  'answer-unsigned': {
    found:
      'The settings require signed answers, but this answer had no signature. We could not see whether the answers to a login have one.',
    toDo: 'Start a login. If it rejects the answer, ask your administrator to set “service.responseSignature” to “when-present”.',
  },

  'clock-wrong': {
    found: 'The clock of this computer differs from the clock of the service.',
    toDo: 'Check the date and time of this computer. Codes from an app depend on the time.',
  },
  'clock-unknown': {
    found: 'We could not check the clock: the service did not send the time.',
    toDo: 'Check the date and time of this computer.',
  },
  'secret-wrong': {
    found: enCauses.secretWrong,
    toDo: 'Ask your administrator to check the secret key, “service.signatureHeader” and “service.signatureEncoding”.',
  },
  'signer-failed': {
    found: enCauses.signerFailed,
    toDo: 'Ask your administrator to check “credentials.signer”.',
  },
  'signature-missing': {
    found: 'The login service did not find a header that it needs, usually the one with the signature.',
    toDo: 'Ask your administrator to check “service.signatureHeader”.',
  },
  'system-token-wrong': {
    found: enCauses.systemTokenWrong,
    toDo: 'Ask your administrator to check “service.systemToken”.',
  },
  'application-type-wrong': {
    found:
      'The settings say that the application is “promptless”, but in the console of the login service it has another type.',
    toDo: 'Ask your administrator to set the type to “Other (Promptless)” in the console, or to correct “service.applicationType”.',
  },
  'application-promptless': {
    found:
      'The settings say that the application is “prompt”, but in the console of the login service it is “Other (Promptless)”.',
    toDo: 'Ask your administrator to set the type to “Other” in the console, or to correct “service.applicationType”.',
  },
  'application-type-unknown': {
    found:
      'We could not see whether the application has the same type in the settings and in the console of the login service.',
    toDo: 'Start a login. It reports a wrong type.',
  },
  'credentials-unknown': {
    found: 'We could not see whether the secret key and the application are right.',
    toDo: 'Start a login. It reports what is wrong.',
  },

  'polling-blocked': { found: 'Polling is blocked, so logins need websockets.', toDo: '' },
  'polling-slow': { found: 'Polling is slow. Your approval may arrive late.', toDo: '' },
  'websocket-blocked': { found: 'Websockets are blocked, so logins need polling.', toDo: '' },
  'listener-slow': {
    found: 'Only polling works, and it is slow. A login may time out before you can approve it.',
    toDo: 'Use another network, or ask your administrator to allow websockets to the login service.',
  },
  'listener-blocked': {
    found: 'Your approval cannot reach this computer: the network blocks the connection for it.',
    toDo: 'Ask your administrator to allow polling or websockets to the login service.',
  },
  'listener-refused': {
    found: 'Your approval cannot reach this computer: the login service refuses the connection for it.',
    toDo: 'Ask your administrator to check “service.realtime.path”, and that a load balancer keeps each connection on one server.',
  },
  'generation-other': {
    found: 'The service uses another protocol for approvals than the settings say.',
    toDo: 'Ask your administrator to set “service.realtime.protocol” to “auto”.',
  },
} satisfies Readonly<Record<DiagnosisCode, FindingStrings>>;

/** Made when it is first wanted: it takes milliseconds, and few commands list anything. */
const listed = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(names);

/** What to begin with; where nothing is wrong, that, and what to do about warnings. */
function summary({ first, findings: found }: DoctorReport): string {
  if (found.length === 0) return 'Nothing could be checked.';
  const begin = first === null ? '' : findings[first].found;
  if (found.some(({ verdict }) => verdict === 'wrong')) return `First problem: ${begin}`;
  // What no login can do without, and nobody knows.
  if (first !== null && DIAGNOSES[first].exitCode === 69) return `Logins may fail. ${begin}`;
  if (first !== null) return `No problem was found, but some checks gave no result. ${begin}`;
  const warnings = found.filter(({ verdict }) => verdict === 'warning');
  if (warnings.length === 0) return 'Everything is OK.';
  const names = [...new Set(warnings.map(({ check }) => checks[check]))];
  const are = names.length === 1 ? 'There is a warning' : 'There are warnings';
  return `Logins should work. ${are}: ${listed(names)}. ${nextStep(warnings)}`;
}

/** The report has the advice of each warning; where there is only one, it is said at once. */
function nextStep(warnings: DoctorReport['findings']): string {
  const [advice, ...more] = new Set(
    warnings.map(({ code }) => findings[code].toDo).filter((toDo) => toDo !== ''),
  );
  if (advice === undefined) return 'You do not have to do anything.';
  return more.length === 0 ? advice : 'Each warning says what to do.';
}

/** English: what the doctor looked at, what it found, and what to do. */
export const enDoctor = {
  checks,
  verdicts,
  findings,
  /** The labels of a row's parts. */
  tried: 'Tried',
  seen: 'Seen',
  toDo: 'What to do',
  code: 'Code',
  /** The checks that were not tried, in one line. */
  notTried: (names: readonly CheckName[]): string =>
    `Not tried: ${listed(names.map((name) => checks[name]))}.`,
  /** The one sentence above all rows: what to begin with, or that all is well. */
  summary,
};
