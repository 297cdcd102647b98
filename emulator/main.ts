import { helpText, parseCommandLine } from './cli/arguments.ts';
import { readConfigFile, readConfigVariable, readTlsFiles, readUsersFile } from './cli/files.ts';
import { tryStartEmulator } from './emulator.ts';
import type { EmulatorOptions } from './options.ts';
import { version } from './version.ts';

/**
 * The program `push-mfa-emulator`, in a checkout `npm run emulator` (emulator/README.md). Exit
 * codes as in sysexits(3).
 */
const EXIT_USAGE = 64;
const EXIT_UNAVAILABLE = 69;
const EXIT_CONFIGURATION = 78;

function stop(exitCode: number, message: string): never {
  process.stderr.write(`emulator: ${message}\n`);
  process.exit(exitCode);
}

function readSettings(): EmulatorOptions {
  const commandLine = parseCommandLine(process.argv.slice(2));
  if (!commandLine.ok)
    return stop(EXIT_USAGE, `${commandLine.error}\nemulator: --help lists the options`);
  const { wantsHelp, wantsVersion, configFile, usersFile, tlsFiles, settings } = commandLine.value;
  if (wantsVersion) {
    process.stdout.write(`${version}\n`);
    process.exit(0);
  }
  if (wantsHelp) {
    process.stdout.write(helpText());
    process.exit(0);
  }
  const variable = process.env['EMULATOR_CONFIG'];
  const configVariable = variable === undefined ? null : readConfigVariable(variable);
  const config = configFile === null ? configVariable : readConfigFile(configFile);
  if (config?.ok === false) return stop(EXIT_CONFIGURATION, config.error);
  const users = usersFile === null ? null : readUsersFile(usersFile);
  if (users?.ok === false) return stop(EXIT_CONFIGURATION, users.error);
  const people = users === null ? {} : { users: [...users.value] };
  const callbackParameters = {
    ...config?.value.callbackParameters,
    ...settings.callbackParameters,
  };
  const tls = tlsFiles === null ? null : readTlsFiles(tlsFiles);
  if (tls?.ok === false) return stop(EXIT_CONFIGURATION, tls.error);
  return {
    ...(tls === null ? {} : { tls: tls.value }),
    ...config?.value,
    ...people,
    ...settings,
    callbackParameters,
  };
}

const settings = readSettings();
const started = await tryStartEmulator({
  ...settings,
  onNotice: (text) => process.stderr.write(`emulator: ${text}\n`),
});
if (!started.ok) {
  const { code, key, reason } = started.error;
  const exitOption = key === 'tls' ? EXIT_CONFIGURATION : EXIT_USAGE;
  stop(code === 'invalid-option' ? exitOption : EXIT_UNAVAILABLE, `${key}: ${reason}`);
}
const emulator = started.value;
const { url, phoneUrl: phone, systemToken, secretKey } = emulator;

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    process.stderr.write('emulator: ending\n');
    void emulator.close().then(() => process.exit(0));
  });
}

// Once it can be ended: whoever reads the line may do so at once.
process.stdout.write(`${JSON.stringify({ url, phone, systemToken, secretKey })}\n`);
process.stderr.write(`emulator: listening; the phone of every user is ${phone}\n`);
