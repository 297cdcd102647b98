import { protocol, type Session } from 'electron';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../shared/strings/language.ts';
import { firstPage, firstStyles } from '../look/first-page.ts';
import type { Look } from '../look/look.ts';
import { deferred } from '../promises/deferred.ts';

/** The window never uses `file:` (SEC-2). */
export const APP_SCHEME = 'app';
export const APP_ORIGIN = `${APP_SCHEME}://shell`;
export const APP_ENTRY = `${APP_ORIGIN}/index.html`;

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

// SECURITY: SEC-3 every response carries the policy.
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "worker-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Call before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true } },
  ]);
}

export type Serving = Readonly<{
  /** Absolute path of the built renderer. */
  folder: string;
  /** Language of the page, which is built for each language. */
  language: Language;
  /** The look of the page and its styles; null for the program's own. */
  look: Look | null;
  /** Scripts are served only after this promise resolves. */
  scriptAfter: Promise<unknown>;
}>;

/** @returns `delivered` resolves when the page has its script */
// SECURITY: SEC-2 a map of known files: no requested path reaches the file system.
export function serveApp(
  session: Session,
  { folder, language, look, scriptAfter }: Serving,
): Readonly<{ delivered: Promise<void> }> {
  const files = new Map(
    listFiles(folder).map((path) => [`${APP_ORIGIN}/${path}`, join(folder, path)]),
  );
  files.set(
    APP_ENTRY,
    files.get(`${APP_ORIGIN}/index.${language}.html`) ?? join(folder, 'index.html'),
  );
  session.protocol.handle(APP_SCHEME, async (request) => {
    const file = request.method === 'GET' ? files.get(request.url) : undefined;
    const type = TYPES[file?.split('.').pop() ?? ''];
    if (file === undefined || type === undefined) return new Response('Not found', { status: 404 });
    if (type === TYPES['js']) await scriptAfter;
    return new Response(new Uint8Array(withLook(readFileSync(file), type, look)), {
      headers: {
        'Content-Type': type,
        'Content-Security-Policy': CONTENT_SECURITY_POLICY,
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Opener-Policy': 'same-origin',
      },
    });
  });
  const delivered = deferred();
  session.webRequest.onCompleted(({ url }) => {
    if (files.get(url)?.endsWith('.js') !== true) return;
    session.webRequest.onCompleted(null);
    delivered.resolve();
  });
  return { delivered: delivered.promise };
}

function withLook(content: Buffer, type: string, look: Look | null): Buffer {
  if (look === null) return content;
  if (type === TYPES['html']) return Buffer.from(firstPage(content.toString('utf8'), look));
  if (type === TYPES['css']) return Buffer.from(firstStyles(content.toString('utf8'), look));
  return content;
}

/** Lists all files below a folder, by their paths from it. */
function listFiles(folder: string, subfolder = ''): string[] {
  return readdirSync(join(folder, subfolder), { withFileTypes: true }).flatMap((entry) => {
    const path = subfolder === '' ? entry.name : `${subfolder}/${entry.name}`;
    return entry.isDirectory() ? listFiles(folder, path) : [path];
  });
}
