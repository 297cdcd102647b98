import { copyButton, element, icon } from './elements.js';

/** How each kind of message looks, and what the person can do with it. */
const MESSAGE_KINDS = {
  push: {
    paths: [
      'M7 3h10a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1z',
      'M9.5 12.5l2 2 3.5-4',
    ],
    title: (message) => `Is it you, ${message.username}?`,
    act: 'Approve',
    done: 'Approved',
  },
  email: {
    paths: ['M3 6h18v12H3z', 'M3 7l9 6 9-6'],
    title: () => 'Email: confirm your login',
    act: 'Open the link',
    done: 'Link opened',
  },
  sms: {
    paths: ['M4 5h16v11H11l-5 4v-4H4z'],
    title: (message) => (message.code === undefined ? 'SMS: confirm your login' : 'SMS: your code'),
    act: 'Open the link',
    done: 'Confirmed',
  },
  call: {
    paths: [
      'M5 4h4l2 5-3 2a12 12 0 0 0 5 5l2-3 5 2v4a1 1 0 0 1-1 1A16 16 0 0 1 4 5a1 1 0 0 1 1-1z',
    ],
    title: () => 'Incoming call',
    act: 'Answer and press a key',
    done: 'Key pressed',
  },
  qr: {
    paths: [
      'M4 4h6v6H4z',
      'M14 4h6v6h-6z',
      'M4 14h6v6H4z',
      'M14 14h2v2h-2z M18 18h2v2h-2z M18 14h2 M14 18v2',
    ],
    title: () => 'A QR code is on the screen',
    act: 'Scan',
    done: 'Scanned',
  },
};

export const isOpen = (message) => message.state === 'open';

export const titleOf = (message) => MESSAGE_KINDS[message.kind].title(message);

/**
 * One message of the phone or mailbox.
 *
 * @param act `perform` does what a button says: `approve`, `deny` or, where the page `mayExpire`,
 *   `expire`
 */
export function messageCard(message, applicationName, act) {
  const kind = MESSAGE_KINDS[message.kind];
  const card = element('li', { class: `card ${isOpen(message) ? 'open' : 'over'}` });
  card.append(
    element('span', { class: 'glyph' }, icon(kind.paths)),
    element(
      'div',
      { class: 'card-body' },
      element(
        'div',
        { class: 'card-head' },
        element('h3', {}, kind.title(message)),
        element('time', { datetime: new Date(message.at).toISOString() }, timeOf(message.at)),
      ),
      ...messageDetails(message, applicationName),
      isOpen(message)
        ? messageActions(message, kind, act)
        : element('p', { class: 'soft' }, stateWords(message, kind)),
    ),
  );
  return card;
}

const timeOf = (at) => new Date(at).toLocaleTimeString('en-GB');

function stateWords(message, kind) {
  switch (message.state) {
    case 'approved':
      return kind.done;
    case 'denied':
      return 'Denied';
    case 'replaced':
      return 'A newer code took its place';
    default:
      return 'The login is over';
  }
}

function messageDetails(message, applicationName) {
  const { hostName, os, userIP } = message.context;
  const where = [hostName, os, userIP]
    .filter((part) => part !== undefined && part !== '')
    .join(', ');
  const parts = [];
  if (message.kind === 'push')
    parts.push(element('p', {}, `${applicationName} asks you to confirm a login.`));
  if (message.code !== undefined) {
    parts.push(
      element(
        'p',
        { class: 'code-line' },
        element('code', { class: 'code' }, message.code),
        copyButton(message.code, 'the SMS code'),
      ),
    );
  }
  if (message.link !== undefined) parts.push(element('p', { class: 'address' }, message.link));
  if (message.qrText !== undefined) {
    parts.push(
      element('p', {}, 'Hold this phone against the screen that shows it. It carries:'),
      element(
        'div',
        { class: 'qr' },
        element('img', { src: `/phone/qr/${message.id}.svg`, alt: '', width: 96, height: 96 }),
        element('p', { class: 'address' }, message.qrText),
      ),
    );
  }
  if (message.kind === 'call')
    parts.push(element('p', {}, 'Press any number key to confirm your login.'));
  const from = where === '' ? [] : [element('bdi', {}, where), ' · '];
  parts.push(element('p', { class: 'soft small' }, ...from, message.methodName));
  return parts;
}

function messageActions(message, kind, { perform, mayExpire }) {
  const buttons = [];
  if (message.canApprove) buttons.push(actButton(message, 'approve', kind.act, 'primary', perform));
  if (message.canDeny) buttons.push(actButton(message, 'deny', 'Deny', '', perform));
  if (mayExpire)
    buttons.push(actButton(message, 'expire', 'Let the login expire', 'quiet', perform));
  return element('div', { class: 'actions' }, ...buttons);
}

function actButton(message, act, label, look, perform) {
  const properties = { type: 'button', class: look, 'data-focus': `${act} ${message.id}` };
  return element('button', { ...properties, onclick: () => perform(message, act) }, label);
}
