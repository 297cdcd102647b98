import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Service } from '../service/service.ts';
import type { Transaction } from '../service/transactions.ts';
import { sendSmallPage } from './pages.ts';
import { readBody } from './send.ts';

/** The ends of a hosted login (docs/wire.md 5); only `ok` is in the specification. */
const callbackStates = ['ok', 'error', 'cancel'] as const;
type CallbackState = (typeof callbackStates)[number];

const formLimitBytes = 10_000;
const pagePattern = /^\/api\/transaction\/(process|deny)\/([^/]+)$/;

/** Whether a path is one of the hosted pages, which are for a browser and not signed. */
export function isPromptPage(path: string): boolean {
  return pagePattern.test(path);
}

/**
 * The hosted pages of the prompt flow (specification 3, 4.2). `process` lets the person confirm, `deny` shows
 * `Access Denied!`; both lead back to the callback address.
 */
export async function handlePromptPage(
  service: Service,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, page = '', tid = ''] = pagePattern.exec(path) ?? [];
  const transaction = service.transactions.find(tid);
  const isRightPage =
    transaction !== undefined && (transaction.status === 'pending') === (page === 'process');
  if (!isRightPage || transaction.callbackUrl === null || transaction.phase !== 'open') {
    const text = 'This login is not known or over. Go back to the application and start again.';
    sendSmallPage(response, 404, { title: 'This login is over', text });
    return;
  }
  if (request.method === 'GET') {
    showPage(service, transaction, transaction.callbackUrl, response);
    return;
  }
  const state = request.method === 'POST' ? await readState(request) : null;
  if (state === null || (state === 'ok' && transaction.status !== 'pending')) {
    sendSmallPage(response, 400, {
      title: 'This cannot be done',
      text: 'Go back and choose one of the buttons.',
    });
    return;
  }
  const token = state === 'ok' ? service.transactions.issueToken(transaction, 'credentials') : null;
  const location = callbackAddress(service, transaction.callbackUrl, state, token);
  response.writeHead(303, { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).end();
}

function showPage(
  service: Service,
  transaction: Transaction,
  callbackUrl: string,
  response: ServerResponse,
): void {
  const { applicationName, companyName } = service.options;
  const { protocol, origin } = new URL(callbackUrl);
  const formTarget = origin === 'null' ? protocol : origin;
  if (transaction.status === 'pending') {
    sendSmallPage(response, 200, {
      title: `Log in to ${applicationName}`,
      text: `${companyName} wants to know that this is ${transaction.member.username}.`,
      buttons: [
        { label: 'Confirm that it is me', value: 'ok', isPrimary: true },
        { label: 'Cancel', value: 'cancel' },
        { label: 'Fail with an error', value: 'error' },
      ],
      formTarget,
    });
    return;
  }
  const text =
    transaction.status === 'waiting'
      ? 'Your account must be approved by an administrator first.'
      : `You may not use ${applicationName}.`;
  sendSmallPage(response, 200, {
    title: 'Access Denied!',
    text,
    buttons: [{ label: 'Back to the application', value: 'cancel' }],
    formTarget,
  });
}

async function readState(request: IncomingMessage): Promise<CallbackState | null> {
  const body = await readBody(request, formLimitBytes);
  const given = new URLSearchParams(body?.toString('utf8') ?? '').get('state');
  return callbackStates.find((state) => state === given) ?? null;
}

/**
 * The callback address with state and token: in place of `%serviceState%` and `%serviceToken%` where it has them (old
 * templates, docs/wire.md 5), otherwise as query parameters.
 */
function callbackAddress(
  service: Service,
  callbackUrl: string,
  state: CallbackState,
  token: string | null,
): string {
  const names = service.options.callbackParameters;
  if (callbackUrl.includes(`%${names.state}%`) || callbackUrl.includes(`%${names.token}%`)) {
    return callbackUrl.replaceAll(`%${names.state}%`, state).replaceAll(`%${names.token}%`, token ?? '');
  }
  const address = new URL(callbackUrl);
  address.searchParams.append(names.state, state);
  if (token !== null) address.searchParams.append(names.token, token);
  return address.href;
}
