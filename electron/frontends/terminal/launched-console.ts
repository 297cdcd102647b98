import { consoleFacts, type ConsoleFacts } from '../../../shared/launch/console-facts.ts';

/** The console of Windows that the launcher passes on to this process; null without a console or on other systems. */
export const launchedConsole = (): ConsoleFacts | null =>
  process.platform === 'win32' ? consoleFacts(process.argv.slice(1)) : null;
