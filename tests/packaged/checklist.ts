/**
 * Electron's checklist, tested in the page of a packaged program with the attempts of a hostile
 * script.
 */
import type { ElectronApplication, Page } from '@playwright/test';
import type { WebPreferences } from 'electron';
import { startCountingServer } from '../e2e/support/counting-server.ts';
import { CODE_ATTEMPTS, NETWORK_ATTEMPTS, tryInPage } from '../e2e/support/page-attempts.ts';
import { leave, WAYS_OUT } from '../e2e/support/page-navigation.ts';
import { SAFE } from '../e2e/support/screens.ts';
import { ASKED_PERMISSIONS, askForEverything } from '../e2e/support/page-permissions.ts';

/** @returns the forbidden actions that the page could perform; empty if all were refused */
export async function brokenPoints(
  app: ElectronApplication,
  window: Page,
): Promise<readonly string[]> {
  const server = await startCountingServer();
  const broken: string[] = [];
  try {
    const { preferences, hasTools } = await app.evaluate(({ webContents }) => {
      const [contents] = webContents.getAllWebContents();
      contents?.openDevTools();
      const known = contents as unknown as { getLastWebPreferences: () => WebPreferences };
      return {
        preferences: known.getLastWebPreferences(),
        hasTools: contents?.isDevToolsOpened() !== false,
      };
    });
    if (hasTools) broken.push('developer tools open');
    for (const [name, value] of Object.entries(SAFE)) {
      if ((preferences as Record<string, unknown>)[name] !== value)
        broken.push(`webPreferences.${name}`);
    }
    // That one is an import, which the tests' own transformation would take for theirs.
    const names = [...CODE_ATTEMPTS, ...NETWORK_ATTEMPTS].filter(
      (name) => name !== 'module from elsewhere',
    );
    for (const [name, { result }] of Object.entries(
      await window.evaluate(tryInPage, { names, server: server.url }),
    )) {
      // A frame that was refused has loaded too, and a beacon is taken before it is: the network is
      // counted below.
      const isCode = CODE_ATTEMPTS.some((code) => code === name);
      if ((isCode ? /^(?:ran|loaded)/ : /^(?:answered|moved)/).test(result))
        broken.push(`${name}: ${result}`);
    }
    const { states, uses } = await window.evaluate(askForEverything, ASKED_PERMISSIONS);
    for (const [name, state] of Object.entries(states))
      if (state !== 'denied') broken.push(`permission ${name}`);
    for (const [name, use] of Object.entries(uses)) {
      if (/^got (?!denied|false|none)/.test(use)) broken.push(`${name}: ${use}`);
    }
    const before = window.url();
    for (const way of WAYS_OUT) {
      const result = await window.evaluate(leave, { way, server: server.url });
      if (result !== 'nothing' || window.url() !== before)
        broken.push(`${way}: ${result}, now at ${window.url()}`);
    }
    const { connections, requests, packets } = server.touches();
    if (connections + requests + packets > 0)
      broken.push(`the network: ${JSON.stringify(server.touches())}`);
    const windows = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
    if (windows !== 1) broken.push(`${String(windows)} windows`);
    return broken;
  } finally {
    await server.close();
  }
}
