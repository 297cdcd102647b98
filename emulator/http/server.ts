import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import type { EmulatorOptions } from '../options.ts';
import { handlePhone } from '../phone/phone-server.ts';
import { handlePromptFile, handlePromptPage, isPromptPage } from '../prompt/prompt-server.ts';
import { REALTIME_PATH } from '../realtime/dialect.ts';
import { isApiPath } from '../service/endpoints/table.ts';
import type { Announcement } from '../service/service.ts';
import { handleApi } from './api.ts';
import type { ApiParts } from './api.ts';
import { handleControl, HEALTH_PATH } from './control.ts';
import type { ControlParts } from './control.ts';
import { handleEnrollment, handleLink } from './person-pages.ts';
import { checkRequest, isAuthorized } from './safety.ts';
import type { Zone } from './safety.ts';
import { sendJson } from './send.ts';

export type ServerParts = ApiParts &
  ControlParts &
  Readonly<{
    announce: (announcement: Announcement) => void;
  }>;

/** Longer than any client keeps an idle connection, so that no connection is closed under a request. */
const KEEP_ALIVE_MS = 120_000;

/** The one HTTP server of the emulator: safety first, then the area that the path belongs to. */
export function createHttpServer(parts: ServerParts, tls: EmulatorOptions['tls']): Server {
  const { allowedHosts, controlToken } = parts.service.options;

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    const url = parseUrl(request);
    if (url === null) {
      sendJson(response, 400, {
        error: { code: 'invalid-path', message: 'The request target is not a path.' },
      });
      return;
    }
    const refusal = checkRequest(request, zoneOf(url.pathname), allowedHosts);
    if (refusal !== null) {
      const { status, ...error } = refusal;
      sendJson(response, status, { error });
      return;
    }
    if (isKept(url.pathname) && !isAuthorized(request, controlToken)) {
      response.setHeader('www-authenticate', 'Basic realm="emulator", charset="UTF-8"');
      const message = 'Send Authorization: Bearer TOKEN, with the token of --control-token.';
      sendJson(response, 401, { error: { code: 'no-token', message } });
      return;
    }
    dispatch(parts, url, request, response).catch((error: unknown) => {
      process.stderr.write(
        `emulator: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      );
      if (!response.headersSent)
        sendJson(response, 500, { error: { code: 'internal', message: 'A bug; see stderr.' } });
    });
  }

  function onUpgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void {
    const url = parseUrl(request);
    if (url === null || !isRealtimePath(url.pathname)) {
      connection.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n');
      return;
    }
    if (checkRequest(request, 'service', allowedHosts) !== null) {
      connection.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n');
      return;
    }
    parts.hub.handleUpgrade(request, connection, head);
  }

  const server = tls === undefined ? createServer(onRequest) : createTlsServer(tls, onRequest);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('upgrade', onUpgrade);
  return server;
}

async function dispatch(
  parts: ServerParts,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { service } = parts;
  const path = url.pathname;
  if (isApiPath(path)) await handleApi(parts, path, request, response);
  else if (isPromptPage(path)) await handlePromptPage(parts, path, request, response);
  else if (path.startsWith('/prompt/')) handlePromptFile(path, response);
  else if (isRealtimePath(path)) parts.hub.handleRequest(request, response);
  else if (path.startsWith('/emulator/')) await handleControl(parts, url, request, response);
  else if (path === '/phone' || path.startsWith('/phone/'))
    handlePhone(service, url, request, response);
  else if (path.startsWith('/link/')) {
    handleLink(service, parts.announce, path.slice('/link/'.length), request, response);
  } else if (path.startsWith('/enroll/'))
    handleEnrollment(service, path.slice('/enroll/'.length), response);
  else if (path === '/') response.writeHead(302, { location: '/phone' }).end();
  else if (path === '/favicon.ico') response.writeHead(204).end();
  else sendJson(response, 404, { error: { code: 'not-found', message: `There is no ${path}.` } });
}

/**
 * The pages of the prompt flow carry their own secret in the address, as the API carries a
 * signature.
 */
function zoneOf(path: string): Zone {
  return path.startsWith('/api/') || isRealtimePath(path) ? 'service' : 'own';
}

/**
 * What the control token keeps: all that shows or does what a person would. The stylesheet is on
 * every page.
 */
function isKept(path: string): boolean {
  const isControl = path.startsWith('/emulator/') && path !== HEALTH_PATH;
  const isPhone = (path === '/phone' || path.startsWith('/phone/')) && path !== '/phone/base.css';
  return isControl || isPhone;
}

function isRealtimePath(path: string): boolean {
  return path === REALTIME_PATH || path === `${REALTIME_PATH}/`;
}

function parseUrl(request: IncomingMessage): URL | null {
  const target = request.url ?? '';
  return target.startsWith('/') && URL.canParse(`http://localhost${target}`)
    ? new URL(`http://localhost${target}`)
    : null;
}
