import { consoleFacts, type ConsoleFacts } from '../../../shared/command-line/console-facts.ts';

/** The console of Windows that the launcher passes on to this process; null where there is none, or no Windows. */
export const launchedConsole = (): ConsoleFacts | null =>
  process.platform === 'win32' ? consoleFacts(process.argv.slice(1)) : null;
