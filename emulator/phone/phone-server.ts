import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { renderSVG } from 'uqr';
import { pageHeaders } from '../http/pages.ts';
import { sendJson } from '../http/send.ts';
import type { Service } from '../service/service.ts';
import { phoneState, phoneStateOf } from './phone-state.ts';

/** The page's own files, the only ones served. */
const FILES: Readonly<Record<string, Readonly<{ name: string; type: string }>>> = {
  '/phone': { name: 'phone.html', type: 'text/html; charset=utf-8' },
  '/phone/base.css': { name: 'base.css', type: 'text/css; charset=utf-8' },
  '/phone/phone.css': { name: 'phone.css', type: 'text/css; charset=utf-8' },
  '/phone/phone.js': { name: 'phone.js', type: 'text/javascript; charset=utf-8' },
  '/phone/messages.js': { name: 'messages.js', type: 'text/javascript; charset=utf-8' },
  '/phone/elements.js': { name: 'elements.js', type: 'text/javascript; charset=utf-8' },
};

const QR_PATTERN = /^\/phone\/qr\/([\w-]+)\.svg$/;

/** Serves the phone page, its state, its changes (server-sent events) and the pictures of QR codes. */
export function handlePhone(
  service: Service,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const path = url.pathname;
  if (request.method !== 'GET') {
    sendJson(response, 405, {
      error: { code: 'wrong-http-method', message: `${path} takes GET.` },
    });
    return;
  }
  const file = Object.hasOwn(FILES, path) ? FILES[path] : undefined;
  if (file !== undefined) {
    response
      .writeHead(200, pageHeaders(file.type))
      .end(readFileSync(new URL(file.name, import.meta.url)));
    return;
  }
  if (path === '/phone/state') {
    sendState(service, url.searchParams, response);
    return;
  }
  if (path === '/phone/changes') {
    sendChanges(service, response);
    return;
  }
  const qrText = service.outbox.find(QR_PATTERN.exec(path)?.[1] ?? '')?.qrText;
  if (qrText !== undefined) {
    response.writeHead(200, pageHeaders('image/svg+xml')).end(renderSVG(qrText, { border: 2 }));
    return;
  }
  sendJson(response, 404, { error: { code: 'not-found', message: `There is no ${path}.` } });
}

/**
 * With `person` the state of that person's page alone, otherwise that of everybody's, where
 * `chosen` is shown.
 */
function sendState(service: Service, query: URLSearchParams, response: ServerResponse): void {
  const username = query.get('person');
  if (username === null) {
    sendJson(response, 200, phoneState(service, service.directory.find(query.get('chosen') ?? '')));
    return;
  }
  const person = service.directory.resolve(username);
  if (person !== undefined) {
    sendJson(response, 200, phoneStateOf(service, person));
    return;
  }
  const message = `There is no user "${username}".`;
  sendJson(response, 404, { error: { code: 'unknown-user', message } });
}

/** One line for each change; the page then asks for the state. */
function sendChanges(service: Service, response: ServerResponse): void {
  response.writeHead(200, { ...pageHeaders('text/event-stream'), connection: 'keep-alive' });
  response.write('data: hello\n\n');
  const stop = service.changed.listen(() => response.write('data: changed\n\n'));
  response.once('close', stop);
}
