/** What the launchers share with the program, for their C: options, allowing outcomes, exit codes. */
import { OPTIONS } from '../../shared/command-line/options.ts';
import { ALLOWED_OUTCOMES, COMMAND_FAULTS, EXIT_CODES } from '../../shared/outcomes/outcomes.ts';

/** `launcher/common/tables.h`. */
export function launcherTables(): string {
  const taking = [...OPTIONS].filter(([, { value }]) => value !== null).map(([name]) => name);
  const codes = [...Object.values(EXIT_CODES), ...Object.values(COMMAND_FAULTS)];

  return `/* Written by npm run docs out of shared/command-line and shared/outcomes: edit those. */
#ifndef GATEHOUSE_TABLES_H
#define GATEHOUSE_TABLES_H

/* Every option that takes a value, so that a value is never taken for an option. */
${list(
  'OPTIONS_WITH_VALUE',
  taking.map((name) => `UNITS("${name}")`),
)}

/* The outcomes that let in. */
${list(
  'ALLOWING_OUTCOMES',
  ALLOWED_OUTCOMES.map((outcome) => `"${outcome}"`),
)}

/* The exit codes of refusals. */
${list(
  'REFUSING_CODES',
  codes.sort((a, b) => a - b).map((code) => `${String(code)}u`),
)}

#endif
`;
}

const list = (name: string, members: readonly string[]): string =>
  `#define ${name} \\\n${members.map((member) => `  ${member},`).join(' \\\n')}`;
