import type { CheckName, CheckVerdict, DiagnosisCode, DoctorReport } from '../doctor/report.ts';
import type { DoctorWords, FindingWords } from './types.ts';

const TELL_ADMINISTRATOR = 'Tell your administrator.';
const CHECK_NETWORK = 'Check the network, and the VPN if you need one.';

const checks: Readonly<Record<CheckName, string>> = {
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
  polling: 'Your answer by repeated requests',
  websocket: 'Your answer by websocket',
  generation: 'Protocol for your answer',
};

const verdicts: Readonly<Record<CheckVerdict, string>> = {
  well: 'In order',
  warning: 'Warning',
  wrong: 'Wrong',
  unknown: 'Not known',
  'not-tried': 'Not tried',
};

const findings: Readonly<Record<DiagnosisCode, FindingWords>> = {
  well: { found: 'Nothing is wrong here.', toDo: '' },
  'not-tried': { found: 'This was not tried, because of what was found before.', toDo: '' },
  'time-up': { found: 'There was no result in the time for it.', toDo: 'Look again.' },
  'internal-fault': {
    found: 'This could not be looked at: the fault is in this program.',
    toDo: 'Look again. If it stays like this, tell your administrator.',
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
    found: 'Whoever types the name of another person may be let in without a check.',
    toDo: 'An administrator should have the name given by the system, or let nobody in without a check.',
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
    toDo: 'Unlock the keyring of this computer, then look again.',
  },
  'key-store-broken': {
    found: 'The key store does not give back what is put into it.',
    toDo: 'Unlock the keyring of this computer, then look again. If it stays like this, an administrator has to look at the key store.',
  },
  'ticket-key-unusable': {
    found: 'The key that signs the result for the application cannot be used.',
    toDo: 'An administrator has to look at the key store.',
  },

  offline: {
    found: 'This computer is not connected to any network.',
    toDo: 'Connect it, then look again.',
  },
  'name-not-found': {
    found: 'The name of the login service could not be looked up in this network.',
    toDo: `${CHECK_NETWORK} If both are right, an administrator has to check the address in the settings.`,
  },
  'name-at-proxy': { found: 'The proxy looks up the name, so it was not looked up here.', toDo: '' },
  'connection-refused': {
    found: 'The connection was refused at this address.',
    toDo: 'Wait a moment, then look again. If it stays like this, tell your administrator: the service may be off, or a firewall may block it.',
  },
  'connection-silent': {
    found: 'Nothing answered at this address in time.',
    toDo: `${CHECK_NETWORK} If both are right, tell your administrator: the service may be off, or a firewall may block it.`,
  },
  'connection-failed': {
    found: 'The connection could not be opened, or it broke.',
    toDo: `${CHECK_NETWORK} Then look again. If it stays like this, tell your administrator.`,
  },
  'no-proxy': { found: 'No proxy is used for the login service.', toDo: '' },
  'way-unknown': {
    found: 'It could not be found out whether a proxy is used.',
    toDo: 'Look again. If logins work, nothing has to be done.',
  },
  'proxy-unreachable': {
    found: 'The proxy could not be reached.',
    toDo: 'Check the network. If it is right, an administrator has to check the address of the proxy.',
  },
  'proxy-wants-login': {
    found: 'The proxy asks for a name and a password before it lets anything through.',
    toDo: 'Start a login: it asks for both. If you do not have them, ask your administrator.',
  },
  'proxy-login-refused': {
    found: 'The proxy did not accept the name and the password that it was given.',
    toDo: 'Start a login: it asks for both again. If you do not have them, ask your administrator.',
  },
  'proxy-refuses': {
    found: 'The proxy was reached, but opened no way to the login service.',
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
      'The certificate was made by an issuer that this computer does not trust. Somebody in between may have put it there.',
    toDo: 'Use another network, or ask your administrator whether the issuer named here is to be trusted. If it is, an administrator can add it in the file that “service.caFile” in the settings names.',
  },
  'certificate-other-name': {
    found: 'The certificate belongs to another name than the login service.',
    toDo: 'In a guest network, open your browser and sign in there, then look again. Anywhere else, tell your administrator.',
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
    found:
      'A page came instead of an answer of the login service. Guest networks do this until somebody signs in.',
    toDo: 'Open your browser and sign in to the network there, then look again. If there is nothing to sign in to, an administrator has to check the address in the settings.',
  },
  'server-error': {
    found: 'The login service, or a gateway before it, answered that something went wrong there.',
    toDo: 'Wait a moment, then look again. If it stays like this, tell your administrator.',
  },
  'not-the-service': {
    found: 'Something answered at this address, but not as the login service does.',
    toDo: 'An administrator has to check the address in the settings, and whether a filter on the way answers instead.',
  },
  'answer-cut': {
    found: 'The connection ended before the answer was complete.',
    toDo: 'Look again. If it stays like this, tell your administrator: something on the way may end connections.',
  },
  'answer-silent': {
    found: 'The connection was opened, but no answer came in time.',
    toDo: 'Wait a moment, then look again. If it stays like this, tell your administrator.',
  },
  'answer-unknown': {
    found: 'No answer came, for a reason that is not known here.',
    toDo: 'Look again. If it stays like this, give your administrator this report.',
  },
  'signature-wrong': {
    found: 'The answer is not signed with the secret key that this computer has.',
    toDo: 'Tell your administrator: this computer may have another key than the service, or somebody else may have answered.',
  },

  'clock-wrong': {
    found: 'The clock of this computer and the clock of the service differ.',
    toDo: 'Check date and time of this computer. Codes from an app depend on the time.',
  },
  'clock-unknown': {
    found: 'The service told no time, so it is not known whether the clock of this computer is right.',
    toDo: 'Check date and time of this computer.',
  },
  'secret-wrong': {
    found: 'The login service did not accept the signature made with the secret key of this computer.',
    toDo: 'An administrator has to check the secret key, and the name and encoding of the signature’s header in the settings.',
  },
  'signature-missing': {
    found: 'The login service did not find a header that it needs. It is usually the one with the signature.',
    toDo: 'An administrator has to check “service.signatureHeader” in the settings.',
  },
  'system-token-wrong': {
    found: 'The login service does not recognise the application that this computer is set up for.',
    toDo: 'An administrator has to check “systemToken” in the settings.',
  },
  'application-type-wrong': {
    found: 'The application is set up as another kind in the login service than on this computer.',
    toDo: 'An administrator has to make “applicationType” in the settings agree with the service.',
  },
  'credentials-unknown': {
    found: 'It could not be found out whether the secret key and the application are right.',
    toDo: 'Start a login: if one of them is wrong, it says so.',
  },

  'polling-blocked': {
    found: 'Repeated requests do not get through. A websocket alone is enough for a login.',
    toDo: '',
  },
  'polling-slow': {
    found: 'Repeated requests get through, but slowly: your answer may arrive late.',
    toDo: '',
  },
  'websocket-blocked': {
    found: 'Websocket connections do not get through. Repeated requests alone are enough for a login.',
    toDo: '',
  },
  'listener-blocked': {
    found: 'Your answer cannot reach this computer: no connection for it gets through.',
    toDo: 'Tell your administrator: the network has to let repeated requests or a websocket through to the login service.',
  },
  'generation-other': {
    found: 'For your answer, the service uses another protocol than the settings name.',
    toDo: 'An administrator has to set “service.realtime.protocol” to “auto”, or to what is named here.',
  },
};

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** What to begin with; where nothing is wrong, that, and whether there is something to know all the same. */
function summary({ first, findings: found }: DoctorReport): string {
  const begin = first === null ? '' : `Begin with: ${findings[first].found}`;
  if (found.length === 0) return 'Nothing could be looked at.';
  if (found.some(({ verdict }) => verdict === 'wrong')) return begin;
  if (first !== null) return `Nothing was found wrong, but not all could be found out. ${begin}`;
  return found.some(({ verdict }) => verdict === 'warning')
    ? 'Nothing is wrong. There is a warning below.'
    : 'Everything is in order.';
}

/** English: what the doctor looked at, what it found, and what to do. */
export const enDoctor: DoctorWords = {
  checks,
  verdicts,
  findings,
  tried: 'Tried',
  seen: 'Seen',
  toDo: 'What to do',
  code: 'Code',
  notTried: (names) => `Not tried: ${list.format(names.map((name) => checks[name]))}.`,
  summary,
};
