import { keysOf, valueAt } from '../../shared/config/config-entry.ts';
import { CONFIG_KEYS } from '../../shared/config/config-keys.ts';
import type { Config } from '../../shared/config/config-schema.ts';
import type { DoctorReport } from '../../shared/doctor/report.ts';
import { LOG_FIELDS } from '../log/logger.ts';
import type { LogLine } from '../log/read-log-tail.ts';
import { redactSecrets, type Secret } from '../network/redact.ts';
import type { Setup } from './setup.ts';

/** What a bundle must not show. */
export type Hidden = Readonly<{
  secrets: readonly Secret[];
  /** The user's home folder; empty without one. */
  home: string;
  /** Names of the user and the computer. */
  names: readonly string[];
}>;

export type BundleFacts = Readonly<{
  time: Date;
  program: Readonly<
    Record<'gatehouse' | 'electron' | 'chrome' | 'node', string> & { isPackaged: boolean }
  >;
  platform: Readonly<Record<'system' | 'release' | 'arch' | 'desktop' | 'display', string>>;
}>;

/** @param log the last lines of the log, the oldest first; null without a log */
// SECURITY: SEC-43 a bundle holds listed fields only, without secrets and names.
export function makeBundle(
  { time, program, platform }: BundleFacts,
  { config, files }: Pick<Setup, 'config' | 'files'>,
  report: DoctorReport,
  log: readonly LogLine[] | null,
  hidden: Hidden,
) {
  const hide = (text: string): string => hideIn(text, hidden);
  return {
    apiVersion: 'gatehouse/1',
    kind: 'doctor-bundle',
    time: time.toISOString(),
    program,
    platform: {
      ...platform,
      release: hide(platform.release),
      desktop: hide(platform.desktop),
    },
    configuration: {
      files: files.map(hide),
      fault: config.ok
        ? null
        : {
            file: hide(config.error.file),
            key: hide(config.error.key),
            reason: hide(config.error.reason),
          },
      settings: config.ok ? settingsOf(config.value, hide) : null,
    },
    report: {
      ...report,
      findings: report.findings.map(({ check, verdict, code, tried, evidence }) => ({
        check,
        verdict,
        code,
        tried: hide(tried),
        evidence: hide(evidence),
      })),
    },
    log: log?.map((line) => shortened(line, hide)) ?? null,
  };
}

function settingsOf(config: Config, hide: (text: string) => string) {
  const settings = keysOf(CONFIG_KEYS).flatMap(({ path, support, fallback }) => {
    if (support === 'never') return [];
    const value = valueAt(config, path);
    if (support === 'summary')
      return [[path, Array.isArray(value) ? value.length : value !== fallback]];
    if (typeof value === 'number' || typeof value === 'boolean') return [[path, value]];
    const text = [value].flat().join(', ');
    return [[path, text.includes('://') ? 'an address' : hide(text)]];
  });
  return Object.fromEntries(settings) as Readonly<Record<string, string | number | boolean>>;
}

const LONGEST_FIELD = 300;
const FIELDS: ReadonlyMap<string, 'value' | 'never'> = new Map(Object.entries(LOG_FIELDS));

// SECURITY: SEC-43 only listed fields leave the log.
function shortened(line: LogLine, hide: (text: string) => string): LogLine {
  return Object.fromEntries(
    Object.entries(line)
      .filter(([name]) => FIELDS.get(name) === 'value')
      .map(([name, value]) => [
        name,
        typeof value === 'string' ? hide(value).slice(0, LONGEST_FIELD) : value,
      ]),
  );
}

function hideIn(text: string, { secrets, home, names }: Hidden): string {
  const plain = redactSecrets(text, secrets).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
  // Replace the folder first: its path contains the username.
  const inFolder = home.length > 1 ? plain.replaceAll(home, '~') : plain;
  return names
    .filter((name) => name !== '')
    .reduce((hiding, name) => {
      const literal = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      return hiding.replace(
        new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu'),
        '[name]',
      );
    }, inFolder);
}
