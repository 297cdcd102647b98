import { DIAGNOSES, type CheckName, type DiagnosisCode, type Finding } from '../../shared/doctor/report.ts';
import { sanitiseServiceText } from '../../shared/service/service-text.ts';

/** Makes a finding; its verdict is the diagnosis's. */
export function finding(check: CheckName, code: DiagnosisCode, tried = '', evidence = ''): Finding {
  return { check, verdict: DIAGNOSES[code].verdict, code, tried, evidence };
}

/** A check that an earlier finding makes pointless, or that there is nothing for; `why` says which. */
export function notTried(check: CheckName, why = ''): Finding {
  return finding(check, 'not-tried', '', why);
}

const LONGEST_NAME = 80;

/** A name that somebody else chose: cleaned, cut, in quotes. */
export function quoted(name: string): string {
  return `"${sanitiseServiceText(name, LONGEST_NAME).replace(/"/g, "'")}"`;
}

/** Milliseconds as seconds, for evidence. */
export function inSeconds(ms: number): string {
  return `${String(Math.round(ms / 100) / 10)} s`;
}

/** What is said where nothing came in time. */
export const noAnswerIn = (ms: number): string => `no answer in ${inSeconds(ms)}`;
