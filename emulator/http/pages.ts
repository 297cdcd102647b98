import type { ServerResponse } from 'node:http';

/** What a page of the emulator may load and do: its own files, and forms to the addresses given. */
function contentSecurityPolicy(formTargets: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    `form-action ${formTargets}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers of every page, script and picture that the emulator serves. */
export function pageHeaders(contentType: string, formTargets = "'self'"): Record<string, string> {
  return {
    'content-type': contentType,
    'content-security-policy': contentSecurityPolicy(formTargets),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

/** A button on a small page; it posts `value` as `state` to the page's own address. */
export interface PageButton {
  readonly label: string;
  readonly value: string;
  readonly isPrimary?: boolean;
}

export interface SmallPage {
  readonly title: string;
  readonly text: string;
  readonly buttons?: readonly PageButton[];
  /** Besides the page itself, where its form may lead to (the scheme or origin of a callback). */
  readonly formTarget?: string;
}

/** A page with a heading, a sentence and perhaps a few buttons. All texts are escaped. */
export function sendSmallPage(response: ServerResponse, status: number, page: SmallPage): void {
  const buttons = (page.buttons ?? []).map(
    ({ label, value, isPrimary }) =>
      `<button name="state" value="${escapeHtml(value)}"${isPrimary === true ? ' class="primary"' : ''}>${escapeHtml(label)}</button>`,
  );
  const form = buttons.length === 0 ? '' : `<form method="post" class="actions">${buttons.join('')}</form>`;
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)}</title>
<link rel="stylesheet" href="/phone/base.css">
<body class="small-page">
<main><h1>${escapeHtml(page.title)}</h1><p>${escapeHtml(page.text)}</p>${form}</main>
</html>
`;
  const formTargets = page.formTarget === undefined ? "'self'" : `'self' ${page.formTarget}`;
  response.writeHead(status, pageHeaders('text/html; charset=utf-8', formTargets)).end(html);
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
