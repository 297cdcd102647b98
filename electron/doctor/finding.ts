import {
  DIAGNOSES,
  type CheckName,
  type DiagnosisCode,
  type Finding,
} from '../../shared/doctor/report.ts';
import { sanitiseServiceText } from '../../shared/service/service-text.ts';

export function finding(check: CheckName, code: DiagnosisCode, tried = '', evidence = ''): Finding {
  return { check, verdict: DIAGNOSES[code].verdict, code, tried, evidence };
}

/** For a check that does not apply, or that an earlier finding makes pointless. */
export function notTried(check: CheckName, why = ''): Finding {
  return finding(check, 'not-tried', '', why);
}

/** Why a check is not tried that needs a part of Chromium. */
export const WITHOUT_CHROMIUM = 'without Chromium';

const LONGEST_NAME = 80;

/** Cleans, shortens and quotes a name from outside. */
export function quoted(name: string): string {
  return `"${sanitiseServiceText(name, LONGEST_NAME).replace(/"/g, "'")}"`;
}

export function inSeconds(ms: number): string {
  return `${String(Math.round(ms / 100) / 10)} s`;
}

export const noAnswerIn = (ms: number): string => `no answer in ${inSeconds(ms)}`;
