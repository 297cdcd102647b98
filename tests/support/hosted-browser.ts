import { request } from 'node:http';
import type { Person } from '../../lab/person.ts';

/** A page's answer to a browser without scripts. */
export type PageAnswer = Readonly<{ status: number; location: string | null; text: string }>;

/** One request as a browser makes it: redirects are the caller's business. */
export function visit(
  address: string,
  form?: Readonly<Record<string, string>>,
): Promise<PageAnswer> {
  const url = new URL(address);
  const body = form === undefined ? null : new URLSearchParams(form).toString();
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: url.hostname.replace(/[[\]]/g, ''),
        port: url.port,
        path: url.pathname + url.search,
        method: body === null ? 'GET' : 'POST',
        headers: {
          host: url.host,
          ...(body === null
            ? {}
            : {
                origin: url.origin,
                'content-type': 'application/x-www-form-urlencoded',
                'content-length': String(Buffer.byteLength(body)),
              }),
        },
        agent: false,
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => {
          const { location } = response.headers;
          resolve({
            status: response.statusCode ?? 0,
            location: location === undefined ? null : new URL(location, url).href,
            text,
          });
        });
      },
    );
    sent.on('error', reject).end(body ?? undefined);
  });
}

/** Where the address leads that the browser was started with. It does so once. */
export async function ledTo(address = ''): Promise<string> {
  const { location, status, text } = await visit(address);
  if (location === null) throw new Error(`leads nowhere: HTTP ${String(status)} ${text}`);
  return location;
}

/** The ends that the emulator's page has a button for. */
export type PageEnd = 'cancel' | 'error' | 'logout';

/**
 * Leaves the hosted page by a button.
 *
 * @returns the callback, not visited yet
 */
export async function leavePage(page: string, state: PageEnd): Promise<string> {
  return callbackOf(await visit(page, { state }));
}

/**
 * Confirms at the hosted page with a passcode.
 *
 * @returns the callback, not visited yet
 */
export async function confirmAtPage(
  page: string,
  person: Person,
  username: string,
): Promise<string> {
  await visit(page, { method: 'totp' });
  return callbackOf(await visit(page, { code: (await person.codes(username)).totp }));
}

function callbackOf({ status, location, text }: PageAnswer): string {
  if (location === null) throw new Error(`no callback: HTTP ${String(status)} ${text}`);
  return location;
}
