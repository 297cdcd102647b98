import { accentContrast, hasContrast, THEMES } from '../../shared/colour/accent.ts';
import type { Config } from '../../shared/config/config-schema.ts';
import type { Finding } from '../../shared/doctor/report.ts';
import { serviceName } from '../../shared/login/input/service-name.ts';
import { formatConfigError } from '../config/config-error.ts';
import { finding } from './finding.ts';
import type { MissingCredential } from '../service/missing-credential.ts';
import type { Result } from '../../shared/result.ts';
import type { Setup } from './setup.ts';

type Checked = Omit<Setup, 'credentials'> &
  Readonly<{ credentials: Result<unknown, MissingCredential> | null }>;

const CODE_OF_MISSING = {
  secret: 'secret-missing',
  'system-token': 'system-token-missing',
  'key-store': 'key-store-unavailable',
} as const satisfies Readonly<Record<MissingCredential['reason'], Finding['code']>>;

/**
 * Returns a finding for each fault, then for each warning; without any, one `well`. Findings
 * contain no credentials.
 */
export function checkConfiguration({
  config,
  files,
  readableFiles,
  credentials,
  keyRemark,
  authorities,
  logo,
  messages,
  username,
  auditFault,
  auditLimit,
}: Checked): readonly Finding[] {
  if (!config.ok) {
    const { file, key, reason } = config.error;
    const evidence = formatConfigError({ file: '', key, reason });
    return [finding('configuration', 'configuration-invalid', file, evidence)];
  }
  const findings: Finding[] = [];
  const note = (code: Finding['code'], tried: string, evidence: string): void => {
    findings.push(finding('configuration', code, tried, evidence));
  };
  if (credentials?.ok === false) {
    const { reason, file, key, message } = credentials.error;
    note(CODE_OF_MISSING[reason], file, file === '' ? `${key}: ${message}` : message);
  }
  if (authorities?.ok === false) {
    note('authorities-unusable', authorities.error.file, authorities.error.reason);
  }
  if (logo?.ok === false) note('logo-unusable', logo.error.file, logo.error.reason);
  if (messages?.ok === false) note('messages-unusable', messages.error.file, messages.error.reason);
  if (username?.ok === false) note('username-unknown', '', `login.username: ${username.error}`);
  const name =
    username?.ok === true
      ? serviceName(config.value.login.names, username.value, process.platform === 'win32')
      : null;
  if (name?.ok === false) note('username-unlisted', '', `login.names: ${name.error}`);
  if (auditFault !== null) {
    const { audit } = config.value;
    const code = audit === 'required' ? 'audit-required' : 'audit-unavailable';
    note(code, '', `audit: ${audit}; ${auditFault}`);
  }
  if (auditLimit !== null) note('audit-limited', '', `audit: ${config.value.audit}; ${auditLimit}`);
  if (keyRemark !== null)
    note('secret-unusual', config.value.credentials.secretKeyFile ?? '', keyRemark);
  for (const file of readableFiles) note('configuration-readable', file, 'service.systemToken');
  const doors = openDoors(config.value);
  if (doors.length > 0) note('configuration-open-door', files.join(', '), doors.join(', '));
  const contrast = weakAccent(config.value);
  if (contrast !== null) note('accent-corrected', files.join(', '), contrast);
  return findings.length > 0 ? findings : [finding('configuration', 'well', files.join(', '))];
}

/** The accent and its contrast in each theme in which it is too weak; null if it is not. */
function weakAccent({ brand: { accent }, theme: configuredTheme }: Config): string | null {
  if (accent === null) return null;
  const shownThemes = THEMES.filter(
    (theme) => configuredTheme === 'system' || configuredTheme === theme,
  );
  const weakThemes = shownThemes.filter((theme) => !hasContrast(accent, theme));
  const ratios = weakThemes.map(
    (theme) => `${theme}: ${roundedDown(accentContrast(accent, theme))}:1`,
  );
  return weakThemes.length === 0 ? null : `brand.accent: ${accent} (${ratios.join(', ')})`;
}

const roundedDown = (ratio: number): string => (Math.floor(ratio * 10) / 10).toFixed(1);

/**
 * The keys that let a user log in unconfirmed under any username (docs/security.md). Empty if there
 * are none.
 */
function openDoors({ login }: Config): readonly string[] {
  if (login.username !== 'ask') return [];
  const doors = [
    ...(login.bypass === 'allow' ? ['login.bypass: allow'] : []),
    ...(login.failMode === 'allow-when-unreachable'
      ? ['login.failMode: allow-when-unreachable']
      : []),
  ];
  return doors.length === 0 ? [] : ['login.username: ask', ...doors];
}
