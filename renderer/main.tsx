import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import type { Brand } from '../shared/ipc/channels.ts';
import { languageFor } from '../shared/strings/language.ts';
import type { CompiledMessages } from '../shared/strings/messages.ts';
import { App } from './app/App.tsx';
import { findBridge } from './bridge/bridge.ts';
import type { ServedPage } from './store/mirror.ts';
import { createWindowServices } from './store/window-services.ts';

// The script is `async`, for an early first paint, and may run before parsing ends.
if (document.readyState === 'loading')
  document.addEventListener('DOMContentLoaded', start, { once: true });
else start();

function start(): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  const services = createWindowServices(findBridge(), servedPage(root));

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
}

/** The same texts and brand as the static form's are needed for hydration. */
function servedPage(root: HTMLElement): ServedPage {
  const brand = JSON.parse(root.dataset['brand'] ?? '') as Brand;
  return {
    language: languageFor([document.documentElement.lang]),
    messages: JSON.parse(root.dataset['messages'] ?? '') as CompiledMessages,
    // The logo is a picture of the page (electron/look/first-page.ts).
    brand: { ...brand, logo: root.querySelector('img')?.src ?? null },
  };
}
