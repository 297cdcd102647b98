import type { ServerResponse } from 'node:http';

/** The content policy of every page of the emulator: its own files. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Headers of every page, script and picture that the emulator serves.
 *
 * @param forms the targets of the page's forms. Chromium holds every redirect behind a form to it,
 *   so a page whose form ends at an application, which may lead on to any other address, has
 *   `anywhere`.
 */
export function pageHeaders(
  contentType: string,
  forms: 'own-origin' | 'anywhere' = 'own-origin',
): Record<string, string> {
  return {
    'content-type': contentType,
    'content-security-policy':
      forms === 'anywhere'
        ? CONTENT_SECURITY_POLICY
        : `${CONTENT_SECURITY_POLICY}; form-action 'self'`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

export type SmallPage = Readonly<{
  title: string;
  text: string;
}>;

/** A page with a heading and a sentence. All texts are escaped. */
export function sendSmallPage(response: ServerResponse, status: number, page: SmallPage): void {
  const html = pageHtml(
    page.title,
    `<h1>${escapeHtml(page.title)}</h1><p>${escapeHtml(page.text)}</p>`,
  );
  response.writeHead(status, pageHeaders('text/html; charset=utf-8')).end(html);
}

/**
 * A whole page in the emulator's look.
 *
 * @param title as text; escaped here
 * @param main the content of `<main>`, as HTML
 * @param head more of the head, as HTML
 */
export function pageHtml(title: string, main: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/phone/base.css">
${head}<body class="small-page">
<main>${main}</main>
</html>
`;
}

/** Text as HTML, in an element or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
