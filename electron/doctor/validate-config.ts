import { lstatSync } from 'node:fs';
import type { Validation } from '../../shared/config/config-report.ts';
import type { DiagnosisCode, Finding } from '../../shared/doctor/report.ts';
import type { DoctorStrings } from '../../shared/strings/doctor-strings.ts';
import { success } from '../../shared/result.ts';
import { EXIT_CODES } from '../../shared/outcomes/outcomes.ts';
import type { ConfigError } from '../config/config-error.ts';
import { examineConfig, type ConfigLocations, type ExaminedConfig } from '../config/load-config.ts';
import { readAuthorityFile } from '../config/read-authority-file.ts';
import { ownMessages } from '../config/own-messages.ts';
import { readLogo } from '../config/read-logo.ts';
import { checkConfiguration } from './check-configuration.ts';
import { finding } from './finding.ts';
import type { CredentialStore } from '../secrets/stored-credentials.ts';
import { secretKeyFromFile } from '../service/missing-credential.ts';
import { readableFilesOf } from './readable-files.ts';
import { faultOfAudit, limitOfAudit } from './fault-of-audit.ts';
import { osAccount } from './os-account.ts';

type FindingStrings = DoctorStrings['findings'];

/** What is known of imported credentials without opening the key store. */
export type StoredHere = Pick<CredentialStore, 'isSupported' | 'isThere'>;

/**
 * Who validates. `isServersRoot`: root, on a computer without Chromium, where logins of root's are
 * gates for others.
 */
export type ValidatingHost = Readonly<{ hasWebSocket?: boolean; isServersRoot?: boolean }>;

/** The configuration key that names the file of a fault. */
const KEY_OF_FAULT: Partial<Readonly<Record<DiagnosisCode, string>>> = {
  'secret-missing': 'credentials.secretKeyFile',
  'authorities-unusable': 'service.caFile',
  'logo-unusable': 'brand.logo',
  'messages-unusable': 'messages',
};

/** Also checks the files that the configuration names. */
export async function validateConfig(
  locations: ConfigLocations,
  isInstalled: boolean,
  strings: FindingStrings,
  store: StoredHere,
  { hasWebSocket = true, isServersRoot = false }: ValidatingHost = {},
): Promise<Validation> {
  const examined = examineConfig(locations, isInstalled, hasWebSocket);
  if (!examined.ok) return broken(examined.error);
  const findings = [
    ...(await findingsOf(examined.value, store)),
    ...(isServersRoot ? findingsForRoot(examined.value) : []),
  ];
  const faults = findings.filter(isFault).map(faultOf);
  const warnings = findings.filter((found) => !isFault(found));
  return reportOf(examined.value.files, faults, warnings, strings);
}

/**
 * Checks one file as the only configuration. Faults of files that it names are warnings: the
 * configuration may be for another computer.
 *
 * @param here the locations of this computer. If the file is its managed one, the rules of a login
 *   apply to it
 */
export async function validateFile(
  file: string,
  here: ConfigLocations,
  isInstalled: boolean,
  strings: FindingStrings,
  store: StoredHere,
): Promise<Validation> {
  const managed = here.managed?.at(file) ?? null;
  const locations: ConfigLocations = { managed, given: null, user: null };
  const examinedLocations = managed === null ? { ...locations, draft: file } : locations;
  const examined = examineConfig(examinedLocations, isInstalled);
  if (!examined.ok) {
    const isThere = lstatSync(managed?.file ?? file, { throwIfNoEntry: false }) !== undefined;
    const isMissing = managed !== null && !isThere;
    return broken(isMissing ? [{ file, key: '', reason: 'does not exist' }] : examined.error);
  }
  return reportOf([file], [], await findingsOf(examined.value, store), strings);
}

/**
 * The findings of the doctor's check, and one more for unsigned answers that may let in. Omits
 * those that are `well`.
 */
async function findingsOf(
  { config, files, tokenFiles }: ExaminedConfig,
  store: StoredHere,
): Promise<readonly Finding[]> {
  const authorities = await readAuthorityFile(config.service.caFile);
  const secret = secretKeyFromFile(config, store);
  if (secret.ok) secret.value?.bytes.fill(0);
  const findings = checkConfiguration({
    config: success(config),
    files,
    readableFiles: readableFilesOf(tokenFiles),
    credentials: secret,
    keyRemark: secret.ok ? (secret.value?.remark ?? null) : null,
    authorities,
    logo: readLogo(config.brand.logo),
    messages: await ownMessages(config.messages),
    username: osAccount(config),
    auditFault: faultOfAudit(config),
    auditLimit: limitOfAudit(config),
  });
  const letsUnsignedIn =
    config.service.responseSignature === 'when-present' && config.login.bypass === 'allow';
  const settings = 'service.responseSignature: when-present, login.bypass: allow';
  return [
    ...findings.filter(({ verdict }) => verdict !== 'well'),
    ...(letsUnsignedIn
      ? [finding('configuration', 'configuration-unsigned', files.join(', '), settings)]
      : []),
  ];
}

/**
 * The settings by which the person decides a login that root starts for them (docs/servers.md, the
 * configuration of the gate), as one finding; none where all are as they should be.
 */
function findingsForRoot({ config, files, sources }: ExaminedConfig): readonly Finding[] {
  const { audit, login, service } = config;
  const unguarded = [
    ...(sources.every(({ location }) => location === 'managed') ? [] : ['not managed']),
    ...(login.username === 'given' ? [] : [`login.username: ${login.username}`]),
    ...(login.failMode === 'deny' ? [] : [`login.failMode: ${login.failMode}`]),
    ...(service.proxy === 'system' ? ['service.proxy: system'] : []),
    // Whoever wants no record has none. With "on" the person can have the line of a login fail.
    ...(audit === 'on' ? ['audit: on'] : []),
  ];
  if (unguarded.length === 0) return [];
  return [finding('configuration', 'root-unguarded', files.join(', '), unguarded.join(', '))];
}

/**
 * An account that the table of names leaves out is none of the configuration: root validates for
 * other accounts.
 */
const isFault = ({ verdict, code }: Finding): boolean =>
  verdict === 'wrong' && code !== 'username-unlisted';

function faultOf({ code, tried, evidence }: Finding): ConfigError {
  // Without a file, the evidence already names the key.
  return { file: tried, key: tried === '' ? '' : (KEY_OF_FAULT[code] ?? ''), reason: evidence };
}

function broken(faults: readonly ConfigError[]): Validation {
  const files = [...new Set(faults.map(({ file }) => file))];
  return reportOf(files, faults, [], null);
}

function reportOf(
  files: readonly string[],
  faults: readonly ConfigError[],
  warnings: readonly Finding[],
  strings: FindingStrings | null,
): Validation {
  return {
    apiVersion: 'gatehouse/1',
    exitCode: faults.length === 0 ? 0 : EXIT_CODES.misconfigured,
    files: [...files],
    faults: [...faults],
    warnings: warnings.map(({ code, tried, evidence }) => {
      const { found = '', toDo = '' } = strings?.[code] ?? {};
      return { code, file: tried, evidence, message: `${found} ${toDo}`.trim() };
    }),
  };
}
