import { arch, hostname, release } from 'node:os';
import type { DoctorReport } from '../../shared/doctor/report.ts';
import { makeBundle, type BundleFacts } from '../doctor/bundle.ts';
import type { Setup } from '../doctor/setup.ts';
import type { Host } from '../host/host.ts';
import { readLogTail } from '../log/read-log-tail.ts';
import type { Secret } from '../network/redact.ts';
import { accountName, homeFolder } from '../os/account.ts';

/** Enough lines for the outcomes of the last logins. */
const LOG_LINES = 200;

export type BundleSources = Readonly<{
  logFile: string | null;
  /** Texts to remove, in addition to the configured system token. */
  secrets: readonly Secret[];
}>;

/** The support bundle as JSON; callers show and save this same text. */
export function bundleText(
  host: Pick<Host, 'program' | 'display'>,
  setup: Pick<Setup, 'config' | 'files'>,
  report: DoctorReport,
  { logFile, secrets }: BundleSources,
): string {
  const token = setup.config.ok ? (setup.config.value.service.systemToken ?? '') : '';
  const account = accountName();
  const hidden = {
    secrets: [{ text: token, shownAs: '[system token]' }, ...secrets],
    home: homeFolder() ?? '',
    names: [account.ok ? account.value : '', hostname()],
  };
  const log = logFile === null ? null : readLogTail(logFile, LOG_LINES);
  return `${JSON.stringify(makeBundle(factsOf(host), setup, report, log, hidden), null, 2)}\n`;
}

function factsOf({ program, display }: Pick<Host, 'program' | 'display'>): BundleFacts {
  const { electron, chrome, node } = process.versions;
  const { XDG_CURRENT_DESKTOP: desktop = '' } = process.env;
  return {
    time: new Date(),
    program: {
      gatehouse: program.version(),
      electron,
      chrome,
      node,
      isPackaged: program.isPackaged(),
    },
    platform: {
      system: process.platform,
      release: release(),
      arch: arch(),
      desktop,
      display: display.kind(),
    },
  };
}
