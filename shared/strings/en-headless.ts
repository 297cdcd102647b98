import { enErrorsIn } from './en-errors.ts';
import { whatToDo } from './en-sentences.ts';

/**
 * English: what a login without anybody says, to somebody who sees a log only. Each is the end of a line that begins
 * with the program's name.
 */
export const enHeadless = {
  errors: enErrorsIn('this computer'),
  whatToDo,
  usernameUnusable:
    'the username cannot be sent: it is too long, or has characters in it that cannot be used',
  noCode: 'there is no code to answer with',
  codeWanted: 'a code is wanted',
  codeWrong: 'the code was not right',
  keyWanted: 'the code of the key is wanted',
  keyWrong: 'the code of the key was not right',
  codeAccepted: 'the code was right; waiting for the service',
  openQr: (qrText: string): string => `open this on the phone, or scan it as a QR code: ${qrText}`,
  possiblyMissed: 'the line was interrupted: an approval may have been missed',
  reconnecting: 'reconnecting',
  waiting: 'waiting for the approval',
  /** At an end: its reference, and the service's own words where it had any. */
  reference: (reference: string, said: string | null): string =>
    said === null ? reference : `${reference}; the service says: ${said}`,
  openPage: (address: string): string => `open this in a browser and confirm there: ${address}`,
  returned: 'the page came back; checking it with the service',
  deniedOrWaiting: (address: string): string =>
    `access is denied, or an administrator has to approve the account first; this page says more: ${address}`,
  accountWaiting: (address: string | null): string =>
    `the account awaits approval: ${address ?? 'ask the administrator'}`,
  serviceSays: (said: string): string => `the service says: ${said}`,
};
