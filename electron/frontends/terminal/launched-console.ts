import { consoleFacts, type ConsoleFacts } from '../../../shared/launch/console-facts.ts';

/** Null without the launcher's console. */
export const launchedConsole = (): ConsoleFacts | null =>
  process.platform === 'win32' ? consoleFacts(process.argv.slice(1)) : null;
