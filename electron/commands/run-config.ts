import { resolve } from 'node:path';
import type { Arguments } from '../../shared/command-line/arguments.ts';
import type { EffectiveConfig } from '../../shared/config/config-report.ts';
import { DEFAULT_LANGUAGE } from '../../shared/strings/language.ts';
import { loadDoctorStrings } from '../../shared/strings/load/doctor.ts';
import { EXIT_CODES } from '../../shared/outcomes/outcomes.ts';
import { configLocations } from '../config/config-locations.ts';
import { effectiveValues, ignoredKeys } from '../config/effective-config.ts';
import { examineConfig } from '../config/load-config.ts';
import { effectiveLines, validationLines } from '../doctor/config-lines.ts';
import { validateConfig, validateFile, type StoredHere } from '../doctor/validate-config.ts';
import { inTerminalCharset } from '../frontends/terminal/terminal-output.ts';
import { createFileLog } from '../log/file-log.ts';
import { noLog } from '../log/logger.ts';
import { isStored } from '../secrets/stored-credentials.ts';
import type { Host } from '../host/host.ts';

/** What the command needs of its host: no network, no key store, no window. */
export type ConfigHost = Readonly<{
  program: Pick<Host['program'], 'dataPath' | 'isPackaged' | 'exit'>;
  hasWebSocket: boolean;
  keyStore: Pick<Host['keyStore'], 'isSupported'>;
}>;

/** Needs no `ready` host: that of Electron needs a display for it. */
export async function runConfig(
  { program, hasWebSocket, keyStore }: ConfigHost,
  options: Arguments,
): Promise<void> {
  const dataPath = program.dataPath();
  const locations = await configLocations(options.config, dataPath);
  const isInstalled = program.isPackaged();
  const log = options.logFile === null ? noLog : createFileLog(resolve(options.logFile));
  const print = (lines: readonly string[], report: object): void => {
    const text = options.json ? JSON.stringify(report) : inTerminalCharset(lines.join('\n'));
    process.stdout.write(`${text}\n`);
  };
  if (options.verb === 'validate') {
    // Faults are in English, so these texts are too.
    const { findings } = await loadDoctorStrings(DEFAULT_LANGUAGE, {});
    const store: StoredHere = {
      isSupported: keyStore.isSupported,
      isThere: () => dataPath.ok && isStored(dataPath.value),
    };
    const report =
      options.file === null
        ? await validateConfig(locations, isInstalled, findings, store, {
            hasWebSocket,
            isServersRoot: !hasWebSocket && process.geteuid?.() === 0,
          })
        : await validateFile(resolve(options.file), locations, isInstalled, findings, store);
    const { exitCode, faults, warnings } = report;
    log('config-validated', { exitCode, faults: faults.length, warnings: warnings.length });
    print(validationLines(report), report);
    program.exit(exitCode);
    return;
  }
  const examined = examineConfig(locations, isInstalled, hasWebSocket);
  const report: EffectiveConfig = {
    apiVersion: 'gatehouse/1',
    exitCode: examined.ok ? 0 : EXIT_CODES.misconfigured,
    files: examined.ok
      ? examined.value.sources.map(({ location: place, file }) => ({ place, file }))
      : [],
    values: examined.ok ? effectiveValues(examined.value) : [],
    ignored: examined.ok ? ignoredKeys(examined.value) : [],
    unread: examined.ok ? examined.value.unread : null,
    faults: examined.ok ? [] : [...examined.error],
  };
  log('config-shown', { exitCode: report.exitCode, faults: report.faults.length });
  print(effectiveLines(report), report);
  program.exit(report.exitCode);
}
