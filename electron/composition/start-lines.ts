import type { HeadlessFrontend } from '../frontends/headless/headless-frontend.ts';
import type { TerminalFrontend } from '../frontends/terminal/terminal-frontend.ts';
import { displayInBrowser } from './hosted-in-browser.ts';
import { startEngine } from './start-engine.ts';
import type { VerdictLogin } from './verdict-login.ts';

/** Starts the engine for a frontend that writes lines, then lets the frontend begin. */
export async function startLines(
  frontend: TerminalFrontend | HeadlessFrontend,
  { host, prepared, hasScreen, limit }: VerdictLogin,
  onLeave: () => void,
): Promise<void> {
  const hostedPage = displayInBrowser(host, prepared, { hasScreen });
  const login = await startEngine(
    host,
    prepared,
    { limit, hostedPage },
    {
      onView: (view) => {
        frontend.show(view);
      },
      onOutcome: (outcome) => {
        frontend.end(outcome);
      },
      onLeave,
    },
  );
  frontend.begin(login);
}
