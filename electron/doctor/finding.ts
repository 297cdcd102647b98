import { DIAGNOSES, type CheckName, type DiagnosisCode, type Finding } from '../../shared/doctor/report.ts';
import { sanitiseServiceText } from '../../shared/service/service-text.ts';

/** Makes a finding; its verdict is the diagnosis's. */
export function finding(check: CheckName, code: DiagnosisCode, tried = '', evidence = ''): Finding {
  return { check, verdict: DIAGNOSES[code].verdict, code, tried, evidence };
}

/** A check that an earlier finding makes pointless, or that does not apply; `why` gives the reason. */
export function notTried(check: CheckName, why = ''): Finding {
  return finding(check, 'not-tried', '', why);
}

const LONGEST_NAME = 80;

/** A foreign name: cleaned, shortened, in quotes. */
export function quoted(name: string): string {
  return `"${sanitiseServiceText(name, LONGEST_NAME).replace(/"/g, "'")}"`;
}

/** Milliseconds as seconds, for evidence. */
export function inSeconds(ms: number): string {
  return `${String(Math.round(ms / 100) / 10)} s`;
}

/** The evidence of a timeout. */
export const noAnswerIn = (ms: number): string => `no answer in ${inSeconds(ms)}`;
