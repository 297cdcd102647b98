import { consoleFacts, type ConsoleFacts } from '../../../shared/launch/console-facts.ts';

/** The Windows console from the launcher; null without one. */
export const launchedConsole = (): ConsoleFacts | null =>
  process.platform === 'win32' ? consoleFacts(process.argv.slice(1)) : null;
