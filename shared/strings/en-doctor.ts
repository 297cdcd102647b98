import { DIAGNOSES, type CheckName, type CheckVerdict, type DiagnosisCode } from '../doctor/diagnoses.ts';
import type { DoctorReport } from '../doctor/report.ts';
import { enCauses } from './en-causes.ts';
import type { FindingStrings } from './types.ts';

const TELL_ADMINISTRATOR = 'Tell your administrator.';
const CHECK_NETWORK = 'Check the network, and the VPN if you need one.';

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
  well: { found: 'Nothing is wrong here.', toDo: '' },
  'not-tried': { found: 'This was not tried, because of what was found before.', toDo: '' },
  'time-up': { found: 'This check took too long.', toDo: 'Check again.' },
  'internal-fault': {
    found: 'This could not be checked: the fault is in this program.',
    toDo: 'Check again. If it happens again, tell your administrator.',
  },

  'configuration-broken': {
    found: 'The settings of this program cannot be used.',
    toDo: 'An administrator has to correct what is named here.',
  },
  'configuration-readable': {
    found: 'The settings hold something confidential, and other people on this computer can read them.',
    toDo: 'An administrator should let nobody else read them: mode 600.',
  },
  'configuration-open-door': {
    found: 'Whoever types the name of another person may be let in without verification.',
    toDo: 'An administrator should set “login.username” to “os”, or “login.bypass” to “deny” and “login.failMode” to “deny”.',
  },
  'secret-unusable': {
    found: 'The secret key is missing or cannot be used.',
    toDo: 'An administrator has to put the secret key into the file that “secretKeyFile” in the settings names, readable by its owner alone.',
  },
  'authorities-unusable': {
    found: 'The file with further certificate authorities cannot be used.',
    toDo: 'An administrator has to correct the file, or its place in the settings.',
  },
  'key-store-unprotected': {
    found:
      'The operating system does not protect the key store: whoever can read its file can read the keys.',
    toDo: 'An administrator should set up a keyring on this computer.',
  },
  'key-store-silent': {
    found: 'The key store did not answer. It may be locked.',
    toDo: 'Unlock the keyring of this computer, then check again.',
  },
  'key-store-broken': {
    found: 'The key store does not give back what is put into it.',
    toDo: 'Unlock the keyring of this computer, then check again. If it happens again, an administrator has to look at the key store.',
  },
  'ticket-key-unusable': {
    found: 'The key that signs the result for the application cannot be used.',
    toDo: 'An administrator has to look at the key store.',
  },

  offline: {
    found: enCauses.offline,
    toDo: 'Connect it, then check again.',
  },
  'name-not-found': {
    found: enCauses.nameNotFound,
    toDo: `${CHECK_NETWORK} If both are right, an administrator has to check the address in the settings, and the proxy script: where it cannot be loaded, it looks the same.`,
  },
  'name-at-proxy': { found: 'The proxy looks up the name, so it was not looked up here.', toDo: '' },
  'connection-refused': {
    found: 'The connection was refused at this address.',
    toDo: 'Wait a moment, then check again. If it happens again, tell your administrator: the service may be off, or a firewall may block it.',
  },
  'connection-silent': {
    found: 'Nothing answered at this address in time.',
    toDo: `${CHECK_NETWORK} If both are right, tell your administrator: the service may be off, or a firewall may block it.`,
  },
  'connection-failed': {
    found: 'The connection could not be opened, or it broke.',
    toDo: `${CHECK_NETWORK} Then check again. If it happens again, tell your administrator.`,
  },
  'no-proxy': { found: 'No proxy is used for the login service.', toDo: '' },
  'way-unknown': {
    found: 'We could not see whether a proxy is used.',
    toDo: 'Check again. If logins work, nothing has to be done.',
  },
  'proxy-unknown': {
    found: 'We could not see whether the proxy that is named here passed anything on.',
    toDo: 'If logins work, nothing has to be done. If they do not, tell your administrator which proxy it is.',
  },
  'proxy-unreachable': {
    found: 'The proxy could not be reached.',
    toDo: 'Check the network. If it is right, an administrator has to check the address of the proxy.',
  },
  'proxy-protocol': {
    found: 'The proxy was reached, but no connection through it could be agreed on.',
    toDo: 'An administrator has to check how the proxy is to be spoken to: “service.proxy” in the settings, or the settings of the system, may say https where http is meant.',
  },
  'proxy-wants-login': {
    found: 'The proxy asks for a name and a password before it lets anything through.',
    toDo: 'The login asks for both: type them there. If you do not have them, ask your administrator.',
  },
  'proxy-login-refused': {
    found: 'The proxy did not accept the name and the password that it was given.',
    toDo: 'The login asks for both again: type them there. If you do not have them, ask your administrator.',
  },
  'proxy-refuses': {
    found: 'The proxy answered, but did not connect this computer to the login service.',
    toDo: 'Tell your administrator: the proxy may not allow the address, or may not reach it; “baseUrl” in the settings may be wrong.',
  },
  'proxy-script-broken': {
    found: 'The script that names the proxy could not be fetched, or does not work.',
    toDo: 'An administrator has to correct the script, or its address.',
  },
  'proxy-certificate': {
    found: 'The certificate of the proxy was not accepted.',
    toDo: 'Use another network, or tell your administrator: this computer has to trust whoever issued it.',
  },

  'certificate-untrusted': {
    found:
      'This computer does not trust whoever issued the certificate. Someone may be trying to read the connection.',
    toDo: 'Use another network, or ask your administrator whether the issuer named here is to be trusted. If it is, an administrator can add it in the file that “service.caFile” in the settings names.',
  },
  'certificate-other-name': {
    found: 'The certificate is for a different address than that of the login service.',
    toDo: 'In a guest network, open your browser and sign in there, then check again. If you are not in a guest network, tell your administrator.',
  },
  'certificate-out-of-date': {
    found: 'By the clock of this computer, the certificate is out of date, or not valid yet.',
    toDo: 'Check date and time of this computer. If they are right, tell your administrator.',
  },
  'certificate-broken': {
    found: 'The certificate has a fault, or no protected connection could be agreed on.',
    toDo: TELL_ADMINISTRATOR,
  },
  'no-certificate': { found: 'The address is on this computer and uses no certificate.', toDo: '' },

  'network-sign-in': {
    found: enCauses.networkSignIn,
    toDo: 'Open your browser and sign in to the network there, then check again. If there is nothing to sign in to, an administrator has to check the address in the settings.',
  },
  'server-error': {
    found: 'The login service, or a gateway before it, answered that something went wrong there.',
    toDo: 'Wait a moment, then check again. If it happens again, tell your administrator.',
  },
  'not-the-service': {
    found: 'Something answered at this address, but not as the login service does.',
    toDo: 'An administrator has to check the address in the settings, and whether a filter on the way answers instead.',
  },
  'answer-cut': {
    found: 'The connection ended before the answer was complete.',
    toDo: 'Check again. If it happens again, tell your administrator: something on the way may end connections.',
  },
  'answer-silent': {
    found: 'The connection was opened, but no answer came in time.',
    toDo: 'Wait a moment, then check again. If it happens again, tell your administrator.',
  },
  'answer-unknown': {
    found: 'No answer came, for a reason that is not known here.',
    toDo: 'Check again. If it happens again, give your administrator this report.',
  },
  'signature-wrong': {
    found: 'The answer is not signed with the secret key that this computer has.',
    toDo: 'Tell your administrator: this computer may have another key than the service, or somebody else may have answered.',
  },
  'answer-unsigned': {
    found:
      'The settings accept signed answers only, and this answer had no signature. We could not see whether those of a login have one.',
    toDo: 'Start a login. If it does not accept the answer of the service, an administrator has to set “service.responseSignature” to “when-present”.',
  },

  'clock-wrong': {
    found: 'The clock of this computer and the clock of the service differ.',
    toDo: 'Check date and time of this computer. Codes from an app depend on the time.',
  },
  'clock-unknown': {
    found: 'The service did not send the time, so we could not compare the clock of this computer with it.',
    toDo: 'Check date and time of this computer.',
  },
  'secret-wrong': {
    found: enCauses.secretWrong,
    toDo: 'An administrator has to check the secret key, and the name and encoding of the signature’s header in the settings.',
  },
  'signature-missing': {
    found: 'The login service did not find a header that it needs. It is usually the one with the signature.',
    toDo: 'An administrator has to check “service.signatureHeader” in the settings.',
  },
  'system-token-wrong': {
    found: enCauses.systemTokenWrong,
    toDo: 'An administrator has to check “systemToken” in the settings.',
  },
  'application-type-wrong': {
    found:
      'The settings say that the application is “promptless”, but in the console of the login service it has the type with a web page of the service.',
    toDo: 'An administrator has to give the application the type “Other (Promptless)” in the console, or to correct “service.applicationType” in the settings.',
  },
  'application-type-unknown': {
    found:
      'We could not see whether the application has the same type in the settings and in the console of the login service.',
    toDo: 'Start a login: if the type is wrong, it says so.',
  },
  'credentials-unknown': {
    found: 'We could not see whether the secret key and the application are right.',
    toDo: 'Start a login: if one of them is wrong, it says so.',
  },

  'polling-blocked': {
    found: 'Polling does not get through. A websocket is enough for a login, where that gets through.',
    toDo: '',
  },
  'polling-slow': {
    found: 'Polling gets through, but slowly: your approval may arrive late.',
    toDo: '',
  },
  'websocket-blocked': {
    found: 'Websockets do not get through. Polling is enough for a login, where that gets through.',
    toDo: '',
  },
  'listener-slow': {
    found:
      'Polling alone gets through, and so slowly that a login may give up before it can wait for your approval.',
    toDo: 'Use another network, or tell your administrator: the network should let websockets through to the login service.',
  },
  'listener-blocked': {
    found: 'Your approval cannot reach this computer: no connection for it gets through.',
    toDo: 'Tell your administrator: the network has to let polling or websockets through to the login service.',
  },
  'listener-refused': {
    found:
      'Your approval cannot reach this computer: the login service, or a gateway before it, refuses the connection for it.',
    toDo: 'An administrator has to check “service.realtime.path” in the settings, and whether the service answers there. Where several servers share the work, each connection has to stay with one of them.',
  },
  'generation-other': {
    found: 'The service uses another protocol for approvals than the settings name.',
    toDo: 'An administrator has to set “service.realtime.protocol” to “auto”, or to what is named here.',
  },
} satisfies Readonly<Record<DiagnosisCode, FindingStrings>>;

/** Made when it is first wanted: it takes milliseconds, and few commands list anything. */
const listed = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(names);

/** What to begin with; where nothing is wrong, that, and what there is to know all the same. */
function summary({ first, findings: found }: DoctorReport): string {
  if (found.length === 0) return 'Nothing could be checked.';
  const begin = first === null ? '' : findings[first].found;
  if (found.some(({ verdict }) => verdict === 'wrong')) return `First problem: ${begin}`;
  // What no login can do without, and nobody knows.
  if (first !== null && DIAGNOSES[first].exitCode === 69) return `Logins may fail. ${begin}`;
  if (first !== null) return `No problem was found, but some checks gave no result. ${begin}`;
  const warned = [
    ...new Set(found.filter(({ verdict }) => verdict === 'warning').map(({ check }) => checks[check])),
  ];
  if (warned.length === 0) return 'Everything is OK.';
  return `Logins should work. ${warned.length === 1 ? 'There is a warning' : 'There are warnings'}: ${listed(warned)}.`;
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
