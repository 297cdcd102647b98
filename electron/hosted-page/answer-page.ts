import type { ServerResponse } from 'node:http';
import type { CallbackStrings } from '../../shared/strings/callback-strings.ts';

/**
 * Forbid loading, framing, form submission and caching, because the page's address contains a
 * token.
 */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  connection: 'close',
} as const;

/** Answers with an HTML page that contains only text. */
export function sendAnswer(
  response: ServerResponse,
  status: number,
  { title, text }: CallbackStrings['done'],
  { language, direction }: Pick<CallbackStrings, 'language' | 'direction'>,
): void {
  const page = [
    '<!doctype html>',
    `<html lang="${escaped(language)}" dir="${direction}">`,
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>`,
    `<body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p></main></body>`,
    '</html>',
    '',
  ].join('\n');
  const allow = status === 405 ? { allow: 'GET' } : {};
  response.writeHead(status, { ...HEADERS, ...allow, 'content-length': Buffer.byteLength(page) });
  response.end(page);
}

export function sendRedirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { ...HEADERS, location, 'content-length': 0 });
  response.end();
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${String(letter.charCodeAt(0))};`);
}
