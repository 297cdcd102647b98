/** Attempts of a hostile script to leave the page. Runs in the page, like `tryInPage`. */
export const WAYS_OUT = [
  'location to a server',
  'location to a file',
  'location to another page of ours',
  'location to another host of our scheme',
  'location to a data: address',
  'location to a blob',
  'location to a program (mailto:)',
  'location to javascript:',
  'link',
  'link to a new window',
  'link to a file in a new window',
  'meta refresh',
  'window.open https',
  'window.open javascript:',
  'window.open with nothing',
  'window.open our own page, with features',
  'webview',
  'download of a data: address',
  'download of a blob',
  'reload',
] as const;

export type WayOut = (typeof WAYS_OUT)[number];

/** Tries one way out. Returns the kind of window or element created, or `nothing`. */
export async function leave({
  way,
  server,
}: Readonly<{ way: WayOut; server: string }>): Promise<string> {
  const soon = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const go = (address: string): void => {
    window.location.href = address;
  };
  const blob = (): string => URL.createObjectURL(new Blob(['<h1>x</h1>'], { type: 'text/html' }));
  const follow = (href: string, more: Partial<HTMLAnchorElement> = {}): void => {
    const link = Object.assign(document.createElement('a'), { href, ...more });
    document.body.append(link);
    link.click();
    link.remove();
  };
  const open = (address: string, features = ''): string => {
    const opened = window.open(address, '_blank', features);
    return opened === null ? 'nothing' : 'a window';
  };
  const acts: Record<WayOut, () => unknown> = {
    'location to a server': () => go(`${server}/location`),
    'location to a file': () => go('file:///etc/passwd'),
    'location to another page of ours': () => go('app://shell/elsewhere.html'),
    'location to another host of our scheme': () => go('app://other/index.html'),
    'location to a data: address': () => go('data:text/html,<h1>x</h1>'),
    'location to a blob': () => go(blob()),
    'location to a program (mailto:)': () => go('mailto:somebody@example.com'),
    'location to javascript:': () => go('javascript:document.body.remove()'),
    link: () => follow(`${server}/link`),
    'link to a new window': () => follow(`${server}/blank`, { target: '_blank' }),
    'link to a file in a new window': () => follow('file:///etc/passwd', { target: '_blank' }),
    'meta refresh': async () => {
      const meta = Object.assign(document.createElement('meta'), {
        httpEquiv: 'refresh',
        content: `0;url=${server}/meta`,
      });
      document.head.append(meta);
      await soon(200);
      meta.remove();
    },
    'window.open https': () => open('https://example.com/'),
    'window.open javascript:': () => open('javascript:alert(1)'),
    'window.open with nothing': () => open(''),
    'window.open our own page, with features': () =>
      open('app://shell/index.html', 'nodeIntegration=yes,sandbox=no,contextIsolation=no'),
    webview: async () => {
      const view = document.createElement('webview');
      view.setAttribute('src', `${server}/webview`);
      document.body.append(view);
      await soon(100);
      const isPlain = view.constructor === HTMLElement || view.constructor === HTMLUnknownElement;
      view.remove();
      return isPlain ? 'nothing' : 'a webview';
    },
    'download of a data: address': () =>
      follow('data:application/octet-stream,x', { download: 'x.bin' }),
    'download of a blob': () => follow(blob(), { download: 'y.html' }),
    reload: () => window.location.reload(),
  };
  // Run outside the debugger's own call, and leave time for its effects.
  await soon(0);
  const result = await acts[way]();
  await soon(40);
  return typeof result === 'string' ? result : 'nothing';
}
