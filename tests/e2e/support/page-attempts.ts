/**
 * Attempts of a hostile script in the page. `tryInPage` runs in the page, so it must refer only to
 * itself.
 */
export type Attempt = Readonly<{
  /** The outcome; `threw …` if the attempt threw an exception. */
  result: string;
  /** The directives of the policy that were violated, each once. */
  violated: readonly string[];
}>;

/** Attempts to run script or style that is not ours. */
export const CODE_ATTEMPTS = [
  'inline script',
  'inline script, text refused by trusted types',
  'event handler attribute',
  'markup with a handler',
  'javascript: link',
  'eval',
  'new Function',
  'timer with text',
  'WebAssembly',
  'script from elsewhere',
  'script from a data: address',
  'module from elsewhere',
  'worker from a blob',
  'style attribute',
  'style element',
] as const;

/** Attempts to reach the network or another document. */
export const NETWORK_ATTEMPTS = [
  'image',
  'fetch',
  'fetch of our own files',
  'XMLHttpRequest',
  'WebSocket',
  'EventSource',
  'beacon',
  'ping of a link',
  'form',
  'iframe',
  'style sheet',
  'font',
  'video',
  'prefetch',
  'base address',
] as const;

export type AttemptName = (typeof CODE_ATTEMPTS)[number] | (typeof NETWORK_ATTEMPTS)[number];

/**
 * Makes the attempts in the page, one after the other. `server` is the address for the network
 * attempts. Set `isFree` for a page without a policy, to skip the wait for violations.
 */
export async function tryInPage({
  names,
  server,
  isFree = false,
}: Readonly<{ names: readonly AttemptName[]; server: string; isFree?: boolean }>): Promise<
  Record<string, Attempt>
> {
  // Continue in a new task: the policy does not stop `eval` within the debugger's own call.
  await new Promise((resolve) => setTimeout(resolve));
  const page = window as unknown as Window &
    Record<string, unknown> & {
      trustedTypes?: { createPolicy: (name: string, rules: object) => Trusted };
    };
  type Trusted = Record<
    'createHTML' | 'createScript' | 'createScriptURL',
    (text: string) => string
  >;
  const violated: string[] = [];
  document.addEventListener('securitypolicyviolation', (event) =>
    violated.push(event.effectiveDirective),
  );
  const asIs = (text: string): string => text;
  const rules = { createHTML: asIs, createScript: asIs, createScriptURL: asIs };
  let trusted: Trusted = rules;
  try {
    trusted = page.trustedTypes?.createPolicy('hostile', rules) ?? rules;
  } catch {
    // The page forbids new policies of trusted types: use plain text.
  }
  const add = <Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    change: (element: HTMLElementTagNameMap[Name]) => void = () => undefined,
  ): HTMLElementTagNameMap[Name] => {
    const element = document.createElement(name);
    change(element);
    document.body.append(element);
    return element;
  };
  const ran = (): string => (page['ran'] === undefined ? 'nothing' : 'ran');
  const soon = (ms = 60): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const until = async (holds: () => boolean, mostMs: number): Promise<void> => {
    const end = performance.now() + mostMs;
    while (!holds() && performance.now() < end) await soon(10);
  };
  /** Resolves when the code has run or a violation was reported, or after 10 seconds. */
  const decided = (): Promise<void> =>
    until(() => page['ran'] !== undefined || violated.length > 0, 10_000);
  const settled = (
    target: EventTarget,
    good: readonly string[] = ['load'],
    bad: readonly string[] = ['error'],
  ): Promise<string> =>
    new Promise((resolve) => {
      for (const name of good) target.addEventListener(name, () => resolve('loaded'));
      for (const name of bad) target.addEventListener(name, () => resolve('refused'));
    });
  const loads = (element: HTMLElement): Promise<string> => {
    const end = settled(element, ['load', 'loadeddata']);
    document.body.append(element);
    return end;
  };

  const acts: Record<AttemptName, () => unknown> = {
    'inline script': () => {
      add('script', (script) => (script.text = trusted.createScript('window.ran = 1')));
      return ran();
    },
    'inline script, text refused by trusted types': () => {
      add('script', (script) => (script.text = 'window.ran = 1'));
      return ran();
    },
    'event handler attribute': () => {
      add('div', (element) => {
        element.setAttribute('onclick', trusted.createScript('window.ran = 1'));
      }).click();
      return ran();
    },
    'markup with a handler': async () => {
      add('div', (element) => {
        element.innerHTML = trusted.createHTML(
          '<img src="about:invalid" onerror="window.ran = 1">',
        );
      });
      await decided();
      return ran();
    },
    'javascript: link': async () => {
      add('a', (link) => (link.href = 'javascript:void (window.ran = 1)')).click();
      await decided();
      return ran();
    },
    eval: () => (0, eval)(trusted.createScript('"ran"')) as unknown,
    // oxlint-disable-next-line typescript/no-implied-eval -- the attempt itself
    'new Function': () => (new Function(trusted.createScript('return "ran"')) as () => unknown)(),
    'timer with text': async () => {
      // oxlint-disable-next-line typescript/no-implied-eval -- the attempt itself
      setTimeout(trusted.createScript('window.ran = 1'));
      await decided();
      return ran();
    },
    WebAssembly: async () => {
      await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
      return 'ran';
    },
    'script from elsewhere': () =>
      loads(
        Object.assign(document.createElement('script'), {
          src: trusted.createScriptURL(`${server}/s.js`),
        }),
      ),
    'script from a data: address': () => {
      const src = trusted.createScriptURL('data:text/javascript,window.ran=1');
      return loads(Object.assign(document.createElement('script'), { src }));
    },
    'module from elsewhere': async () => {
      await import(/* @vite-ignore */ `${server}/m.js`);
      return 'ran';
    },
    'worker from a blob': () => {
      const address = URL.createObjectURL(new Blob(['postMessage(1)']));
      return settled(new Worker(trusted.createScriptURL(address)), ['message']);
    },
    'style attribute': () => {
      const element = add('div', (div) => {
        div.setAttribute('style', 'color: rgb(1, 2, 3)');
      });
      return getComputedStyle(element).color === 'rgb(1, 2, 3)' ? 'ran' : 'nothing';
    },
    'style element': () => {
      add('style', (style) => (style.textContent = 'body { --hostile: yes }'));
      return getComputedStyle(document.body).getPropertyValue('--hostile') === ''
        ? 'nothing'
        : 'ran';
    },
    image: () => loads(Object.assign(new Image(), { src: `${server}/image` })),
    fetch: async () => `answered ${String((await fetch(`${server}/fetch`)).status)}`,
    'fetch of our own files': async () => `answered ${String((await fetch('/index.html')).status)}`,
    XMLHttpRequest: () => {
      const request = new XMLHttpRequest();
      request.open('GET', `${server}/xhr`);
      request.send();
      return settled(request);
    },
    WebSocket: () => settled(new WebSocket(server.replace(/^http/, 'ws')), ['open']),
    EventSource: () => settled(new EventSource(`${server}/events`), ['open']),
    beacon: () => navigator.sendBeacon(`${server}/beacon`, 'x'),
    'ping of a link': () => {
      add('a', (link) => Object.assign(link, { href: '#', ping: `${server}/ping` })).click();
    },
    form: async () => {
      add('form', (form) =>
        Object.assign(form, { action: `${server}/form`, method: 'POST' }),
      ).submit();
      await soon();
    },
    iframe: () =>
      loads(Object.assign(document.createElement('iframe'), { src: `${server}/frame` })),
    'style sheet': () =>
      loads(
        Object.assign(document.createElement('link'), {
          rel: 'stylesheet',
          href: `${server}/c.css`,
        }),
      ),
    font: () => new FontFace('hostile', `url(${server}/font.woff2)`).load(),
    video: () =>
      loads(Object.assign(document.createElement('video'), { src: `${server}/video.mp4` })),
    prefetch: async () => {
      add('link', (link) => Object.assign(link, { rel: 'prefetch', href: `${server}/prefetch` }));
      await soon();
    },
    'base address': () => {
      const base = add('base', (element) => (element.href = `${server}/`));
      const address = document.baseURI;
      base.remove();
      return address.startsWith(server) ? 'moved' : 'nothing';
    },
  };

  const attempts: Record<string, Attempt> = {};
  for (const name of names) {
    violated.length = 0;
    delete page['ran'];
    let result: string;
    try {
      result = String(await Promise.race([acts[name](), soon(20_000).then(() => 'no end')]));
    } catch (error) {
      result = `threw ${error instanceof Error ? error.name : 'something'}`;
    }
    // Violations are reported in a separate task, after the end of the refused operation.
    await until(() => isFree || violated.length > 0, 10_000);
    attempts[name] = { result, violated: [...new Set(violated)] };
  }
  return attempts;
}
