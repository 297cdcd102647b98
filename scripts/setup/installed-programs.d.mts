/** The types of installed-programs.mjs for its importers. */
import type { Step } from './prepare.mjs';

export type ProgramsName = 'reader' | 'keyring' | 'browser' | 'mono' | 'java' | 'cpp' | 'wine';

export const PROGRAMS: Readonly<Record<ProgramsName, Readonly<{ programs: readonly string[] }>>>;
export function programsStep(name: ProgramsName): Step;
export function notInstalled(
  name: ProgramsName,
  missing: readonly string[],
): Error & Readonly<{ remedy?: string }>;
export function missingParts(name: ProgramsName, searched?: string, root?: string): string[];
