/**
 * Forwards the standard error of a program with a debugger, but holds back the debugger's address
 * until the window's page has loaded. Playwright waits for ever if it attaches while a page
 * replaces the empty page of a new window: it asks the empty page and never hears of the new one.
 * In a checkout, Playwright's loader delays the start instead; a package cannot contain that
 * loader. Runs beside the program (packaged-app.ts).
 */
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const ADDRESS = /^DevTools listening on ws:\/\/([^/]+)\//;
/** A title is there when the page is. */
const LOADED = /Gatehouse$/;
const LOADED_MS = 60_000;
const PAUSE_MS = 25;

for await (const line of createInterface({ input: process.stdin })) {
  const [, host] = ADDRESS.exec(line) ?? [];
  if (host === undefined) process.stdout.write(`${line}\n`);
  else void pageAt(host).then((note) => process.stdout.write(`${note}${line}\n`));
}

/** @returns a message if no page has loaded, else an empty string; the caller has its own time limit */
async function pageAt(host: string): Promise<string> {
  const until = performance.now() + LOADED_MS;
  let seen = 'nothing';
  while (performance.now() < until) {
    try {
      const answer = await fetch(`http://${host}/json/list`, {
        signal: AbortSignal.timeout(LOADED_MS),
      });
      const targets = (await answer.json()) as readonly { type: string; title: string }[];
      if (targets.some(({ type, title }) => type === 'page' && LOADED.test(title))) return '';
      seen = JSON.stringify(targets);
    } catch (error) {
      seen = String(error);
    }
    await pause(PAUSE_MS);
  }
  return `no page has loaded; seen last: ${seen}\n`;
}
