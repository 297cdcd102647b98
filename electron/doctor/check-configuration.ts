import { fitAccent } from '../../shared/colour/accent.ts';
import type { Config } from '../../shared/config/config-schema.ts';
import type { Finding } from '../../shared/doctor/report.ts';
import { formatConfigError } from '../config/config-error.ts';
import { finding } from './finding.ts';
import type { MissingCredential } from '../service/missing-credential.ts';
import type { Result } from '../../shared/result.ts';
import type { Setup } from './setup.ts';

type Checked = Omit<Setup, 'credentials'> &
  Readonly<{ credentials: Result<unknown, MissingCredential> | null }>;

/** Returns each fault, then each warning, else one `well`. Findings contain no credentials. */
export function checkConfiguration({
  config,
  files,
  readableFiles,
  credentials,
  authorities,
  logo,
  messages,
}: Checked): readonly Finding[] {
  if (!config.ok) {
    const { file, key, reason } = config.error;
    const evidence = formatConfigError({ file: '', key, reason });
    return [finding('configuration', 'configuration-invalid', file, evidence)];
  }
  const found: Finding[] = [];
  const note = (...[code, tried, evidence]: NoteArguments): void => {
    found.push(finding('configuration', code, tried, evidence));
  };
  if (credentials?.ok === false) {
    const { reason, file, key, message } = credentials.error;
    const code = reason === 'secret' ? 'secret-missing' : 'system-token-missing';
    note(code, file, file === '' ? `${key}: ${message}` : message);
  }
  if (authorities?.ok === false) {
    note('authorities-unusable', authorities.error.file, authorities.error.reason);
  }
  if (logo?.ok === false) note('logo-unusable', logo.error.file, logo.error.reason);
  if (messages?.ok === false) note('messages-unusable', messages.error.file, messages.error.reason);
  for (const file of readableFiles) note('configuration-readable', file, 'service.systemToken');
  const doors = openDoors(config.value);
  if (doors.length > 0) note('configuration-open-door', files.join(', '), doors.join(', '));
  const colours = correctedAccent(config.value);
  if (colours !== null) note('accent-corrected', files.join(', '), colours);
  return found.length > 0 ? found : [finding('configuration', 'well', files.join(', '))];
}

function correctedAccent({ brand: { accent: wanted } }: Config): string | null {
  if (wanted === null) return null;
  const { accent, corrected } = fitAccent(wanted);
  if (corrected.length === 0) return null;
  const shown = corrected.map((theme) => `${theme}: ${accent[theme].accent}`);
  return `brand.accent: ${wanted} (${shown.join(', ')})`;
}

type NoteArguments = readonly [code: Finding['code'], tried: string, evidence: string];

/** The keys that let a user log in unconfirmed under any username (docs/security.md). */
function openDoors({ login }: Config): readonly string[] {
  if (login.username !== 'ask') return [];
  const doors = [
    ...(login.bypass === 'allow' ? ['login.bypass: allow'] : []),
    ...(login.failMode === 'allow-when-unreachable' ? ['login.failMode: allow-when-unreachable'] : []),
  ];
  return doors.length === 0 ? [] : ['login.username: ask', ...doors];
}
