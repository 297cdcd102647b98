import type { ElectronApplication } from '@playwright/test';

const ENTRY = 'app://shell/index.html';

/** The resources that the scheme serves: the page, and an asset that it names. */
export const served = (asset: string): readonly string[] => [`GET ${ENTRY}`, `GET ${asset}`];

/** Ways to ask for more, or otherwise: a method and an address each. */
export const refused = (asset: string): readonly string[] => [
  `POST ${ENTRY}`,
  `POST ${asset}`,
  'GET app://shell/',
  'GET app://shell/assets/',
  'GET app://shell/INDEX.HTML',
  'GET app://shell//index.html',
  `GET ${ENTRY}?x=1`,
  `GET ${ENTRY}?1`,
  `GET ${asset}?x`,
  `GET ${asset}?1?2`,
  `GET ${ENTRY}/`,
  `GET ${ENTRY}%00`,
  `GET ${ENTRY}%20`,
  `GET ${ENTRY}.`,
  'GET app://shell/../main/main.cjs',
  'GET app://shell/%2e%2e/main/main.cjs',
  'GET app://shell/..%2fmain%2fmain.cjs',
  'GET app://shell/..%5cmain%5cmain.cjs',
  'GET app://shell/..\\main\\main.cjs',
  'GET app://shell/assets/..%2f..%2f..%2fpackage.json',
  'GET app://shell/....//....//package.json',
  'GET app://shell//etc/passwd',
  'GET app://shell/%2fetc%2fpasswd',
  'GET app://shell/file:///etc/passwd',
  'GET app://other/index.html',
  'GET app://shell./index.html',
  'GET app://shell.evil/index.html',
  'GET app:///index.html',
  'GET app:index.html',
  'GET file:///etc/passwd',
  'GET chrome://version',
];

/**
 * Requests each address in the session of our window; each has its own window, so that they do not
 * interfere.
 *
 * @returns by request: the status of the answer, or the name of the network's refusal
 */
export async function statusesOf(
  app: ElectronApplication,
  asked: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  return await app.evaluate(
    async ({ BrowserWindow, webContents }, addresses) => {
      const ours = webContents.getAllWebContents()[0];
      if (!ours) throw new Error('no window');
      const statusOf = async (address: string, method: string): Promise<string> => {
        const webPreferences = { session: ours.session, sandbox: true };
        const second = new BrowserWindow({ show: false, webPreferences });
        let status = 'nothing';
        second.webContents.on('did-navigate', (_event, _url, code) => (status = String(code)));
        const postData = [{ type: 'rawData' as const, bytes: Buffer.from('x') }];
        try {
          await second.loadURL(address, method === 'POST' ? { postData } : {});
        } catch (error) {
          status = (error as { code?: string }).code ?? 'refused';
        }
        second.destroy();
        return status;
      };
      const found: Record<string, string> = {};
      for (const address of addresses) {
        const [method = '', url = ''] = address.split(' ', 2);
        found[address] = await statusOf(url, method);
      }
      return found;
    },
    [...asked],
  );
}
