import { escapeHtml, pageHtml } from '../http/pages.ts';
import { hostedDelivery } from '../service/hosted-login.ts';
import { methodTraits, type Method } from '../service/methods.ts';
import type { Service } from '../service/service.ts';
import type { Transaction } from '../service/transactions.ts';

/** The problem of the person's last act; null without one. */
export type PromptProblem = 'wrong-code' | 'too-many' | 'not-offered' | null;

const WAITING_TEXTS: Readonly<Partial<Record<Method, string>>> = {
  email: 'Open the link in the email that we sent you.',
  push: 'Approve the notification on your phone.',
  smsLink: 'Open the link in the SMS that we sent to',
  phoneCall: 'Press any key in the call that we make to',
};

const CODE_FIELDS: Readonly<Partial<Record<Method, readonly [label: string, inputMode: string]>>> =
  {
    totp: ['Code of your authenticator app, or a bypass code', 'text'],
    sms: ['Code of the SMS', 'numeric'],
    yotp: ['Password of your security key', 'text'],
  };

const PROBLEM_TEXTS: Readonly<Record<NonNullable<PromptProblem>, string>> = {
  'wrong-code': 'The code is wrong. Check it and try again.',
  'too-many': 'There were too many attempts. Choose another method, or cancel.',
  'not-offered': 'This cannot be chosen. Choose one of the methods.',
};

/**
 * The page of a login that the person has to confirm: the list of methods, or the method that is
 * chosen.
 */
export function processPage(
  service: Service,
  transaction: Transaction,
  problem: PromptProblem,
): string {
  const method = transaction.selection?.method;
  if (method === undefined) return methodsPage(service, transaction, problem);
  if (transaction.answer?.kind === 'denied') return deniedByPersonPage();
  const field = CODE_FIELDS[method];
  if (field !== undefined) return codePage(service, transaction, method, field, problem);
  return waitingPage(service, transaction, method);
}

/** The page of a person who is denied or awaits approval (specification 3). */
export function denyPage(service: Service, transaction: Transaction): string {
  const text =
    transaction.status === 'waiting'
      ? 'Your account must be approved by an administrator first.'
      : `You may not use ${service.options.applicationName}.`;
  return page('Access Denied!', [
    paragraph(text),
    form(button('Back to the application', 'state', 'cancel', 'primary')),
  ]);
}

/** The page of a login that is not known or over. */
export function overPage(): string {
  const text = 'This login is not known or over. Go back to the application and start again.';
  return page('This login is over', [paragraph(text)]);
}

/** The page of a request that makes no sense. */
export function refusedPage(): string {
  return page('This cannot be done', [paragraph('Go back and choose one of the buttons.')]);
}

function methodsPage(service: Service, transaction: Transaction, problem: PromptProblem): string {
  const { applicationName, companyName } = service.options;
  const methods = transaction.methods.map(
    (method) => `<li>${button(methodTraits[method].name, 'method', method)}</li>`,
  );
  return page(`Log in to ${applicationName}`, [
    alert(problem),
    paragraph(`${companyName} wants to know that this is ${transaction.member.username}.`),
    '<h2 id="methods">How do you want to confirm?</h2>',
    form(`<ul class="choices" aria-labelledby="methods">${methods.join('')}</ul>`),
    leaving(),
  ]);
}

function codePage(
  service: Service,
  transaction: Transaction,
  method: Method,
  [label, inputMode]: readonly [string, string],
  problem: PromptProblem,
): string {
  const phoneNumber = hostedDelivery(service, transaction)?.phoneNumber;
  const invalid = problem === 'wrong-code' ? ' aria-invalid="true" aria-describedby="problem"' : '';
  const input =
    `<input id="code" name="code" inputmode="${inputMode}" autocomplete="one-time-code" autofocus required` +
    ` maxlength="100" autocapitalize="none" spellcheck="false"${invalid}>`;
  return page(methodTraits[method].name, [
    alert(problem),
    phoneNumber === undefined ? '' : paragraph(`We sent a code to ${phoneNumber}.`),
    form(
      `<label for="code">${escapeHtml(label)}</label>${input}<button class="primary">Continue</button>`,
    ),
    leaving(true),
  ]);
}

function waitingPage(service: Service, transaction: Transaction, method: Method): string {
  const delivery = hostedDelivery(service, transaction);
  const qr =
    delivery?.qrText === undefined
      ? paragraph([WAITING_TEXTS[method], delivery?.phoneNumber].filter(Boolean).join(' '))
      : paragraph('Scan this code with the authenticator app on your phone.') +
        `<img class="qr" width="240" height="240" src="/phone/qr/${escapeHtml(delivery.id)}.svg"` +
        ` alt="QR code"><p class="address">${escapeHtml(delivery.qrText)}</p>`;
  return page(
    methodTraits[method].name,
    [qr, '<p role="status">Waiting for you to confirm …</p>', leaving(true)],
    '<script src="/prompt/wait.js" defer></script>\n<noscript><meta http-equiv="refresh" content="3"></noscript>\n',
  );
}

function deniedByPersonPage(): string {
  return page('You denied the request', [
    '<p role="alert">Nobody was let in. If you did not start this login, tell your administrator.</p>',
    leaving(true),
  ]);
}

/** The ways out of every page: another method, cancel, and the other ends that a callback can have. */
function leaving(hasMethods = false): string {
  return form(
    (hasMethods ? button('Choose another method', 'method', '') : '') +
      button('Cancel', 'state', 'cancel') +
      button('Log out', 'state', 'logout', 'quiet') +
      button('Fail with an error', 'state', 'error', 'quiet'),
    'actions',
  );
}

function page(title: string, parts: readonly string[], head = ''): string {
  return pageHtml(title, `<h1>${escapeHtml(title)}</h1>${parts.join('')}`, head);
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

function alert(problem: PromptProblem): string {
  return problem === null
    ? ''
    : `<p id="problem" role="alert">${escapeHtml(PROBLEM_TEXTS[problem])}</p>`;
}

function form(content: string, className = 'entry'): string {
  return `<form method="post" class="${className}">${content}</form>`;
}

function button(label: string, name: string, value: string, className = ''): string {
  const look = className === '' ? '' : ` class="${className}"`;
  return `<button name="${name}" value="${escapeHtml(value)}"${look}>${escapeHtml(label)}</button>`;
}
