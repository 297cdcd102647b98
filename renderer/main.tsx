import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { findBridge } from './bridge/bridge.ts';
import type { Brand } from '../shared/ipc/channels.ts';
import type { FirstStrings } from '../shared/strings/first-strings.ts';
import type { AfterUsername } from './store/lazy-screens.ts';
import { NO_REVISION } from './store/mirror.ts';
import { createWindowServices } from './store/window-services.ts';

/** Maximum wait for an idle page before the second script loads, in milliseconds. */
const LATEST_MS = 1000;

type Later = Readonly<{ afterUsername: AfterUsername }>;
let tries = 0;

// The script is `async`, for an early first paint, and may run before parsing ends.
if (document.readyState === 'loading')
  document.addEventListener('DOMContentLoaded', start, { once: true });
else start();

function start(): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');

  const services = createWindowServices(
    findBridge(),
    loadLater,
    firstStrings(root),
    firstBrand(root),
  );

  // Hydration keeps typed text, focus, caret and pending speech. Hydrate synchronously: the preload keeps clicks until
  // the event below, and no click may be lost in between.
  flushSync(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <App services={services} />
      </StrictMode>,
    );
  });
  document.dispatchEvent(new Event('gatehouse-taken-over'));

  // Load the second script after the first answer of the main process, when the page is idle.
  const unsubscribe = services.mirror.subscribe(({ revision }) => {
    if (revision === NO_REVISION) return;
    unsubscribe();
    requestAnimationFrame(() => {
      requestIdleCallback(() => void services.fetchLater(), { timeout: LATEST_MS });
    });
  });
}

/** Texts of the static form. The same texts are needed for hydration. */
function firstStrings(root: HTMLElement): FirstStrings {
  return JSON.parse(root.dataset['words'] ?? '') as FirstStrings;
}

/** The brand of the static form (electron/look/first-page.ts), with its logo, which is no part of the text. */
function firstBrand(root: HTMLElement): Brand {
  const brand = JSON.parse(root.dataset['brand'] ?? '') as Brand;
  return { ...brand, logo: root.querySelector('img')?.src ?? null };
}

/** A retry uses another URL, because Chromium caches a failed load. */
async function loadLater(): Promise<AfterUsername> {
  tries += 1;
  const later: Later =
    tries === 1
      ? await import('./app/after-username.tsx')
      : ((await import(/* @vite-ignore */ `./after-username.js?${tries}`)) as Later);
  return later.afterUsername;
}
