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

  // Hydration keeps typed text, focus, caret and pending speech. It is synchronous, because the
  // preload keeps clicks only until the event below, and no click may be lost in between.
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

/** What the static form was built with. Hydration needs the same texts and brand. */
function servedPage(root: HTMLElement): ServedPage {
  const brand = JSON.parse(root.dataset['brand'] ?? '') as Brand;
  return {
    language: languageFor([document.documentElement.lang]),
    messages: JSON.parse(root.dataset['messages'] ?? '') as CompiledMessages,
    // The page has the logo as an image, not in its data (electron/look/first-page.ts).
    brand: { ...brand, logo: root.querySelector('img')?.src ?? null },
  };
}
