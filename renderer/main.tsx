import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { findBridge } from './bridge/bridge.ts';
import type { FirstStrings } from '../shared/strings/first-strings.ts';
import type { AfterUsername } from './store/lazy-screens.ts';
import { NO_REVISION } from './store/mirror.ts';
import { createWindowServices } from './store/window-services.ts';

/** The second script is fetched no later than this, however busy the page is. */
const LATEST_MS = 1000;

type Later = Readonly<{ afterUsername: AfterUsername }>;
/** How often it was asked for. */
let tries = 0;

// The script is `async`, so that it does not delay the first paint of index.html. It may run before parsing ends.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true });
else start();

function start(): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');

  const services = createWindowServices(findBridge(), loadLater, firstStrings(root));

  // The elements stay, and with them the typed text, the focus, the caret and the pending speech of a screen reader.
  // At once, so that no press falls between the preload, which has kept the earlier ones, and React.
  flushSync(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <App services={services} />
      </StrictMode>,
    );
  });
  document.dispatchEvent(new Event('gatehouse-taken-over'));

  // Fetch the rest of the window once the first screen is drawn with main's answer and the page is idle: the person
  // types meanwhile.
  const unsubscribe = services.mirror.subscribe(({ revision }) => {
    if (revision === NO_REVISION) return;
    unsubscribe();
    requestAnimationFrame(() => {
      requestIdleCallback(() => void services.fetchLater(), { timeout: LATEST_MS });
    });
  });
}

/** The words that the static form was written with: React draws the same ones. */
function firstStrings(root: HTMLElement): FirstStrings {
  return JSON.parse(root.dataset['words'] ?? '') as FirstStrings;
}

/** The second script. Chromium keeps a module that failed as failed, so another try asks under another address. */
async function loadLater(): Promise<AfterUsername> {
  tries += 1;
  const later: Later =
    tries === 1
      ? await import('./app/after-username.tsx')
      : ((await import(/* @vite-ignore */ `./after-username.js?${tries}`)) as Later);
  return later.afterUsername;
}
