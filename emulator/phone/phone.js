import { copyButton, element, reconcile, ring, setRing } from './elements.js';
import { isOpen, messageCard, titleOf } from './messages.js';

const OUTCOME_WORDS = {
  pending: null,
  denied: 'Every login is denied',
  waiting: 'Awaits approval by an administrator',
  bypassed: 'Gets in without confirming',
  locked: 'Locked after too many attempts',
};

/** Whose phone this page is alone (`?person=`), or null for the phones of everybody. */
const onlyPerson = new URLSearchParams(location.search).get('person');
if (onlyPerson !== null) {
  document.body.classList.add('one-person');
  for (const part of document.querySelectorAll('.people, #reset')) part.remove();
}

const byId = (id) => document.getElementById(id);
const list = byId('people');
const main = byId('person');

/**
 * @type {{
 *   companyName: string;
 *   applicationName: string;
 *   applicationType: string;
 *   people: any[];
 *   person: any;
 *   newest: any;
 * } | null}
 */
let state = null;
let receivedAt = 0;
/** The id of the newest message; null before the first answer. */
let seenMessage = null;
let problem = null;

const chosenName = () => {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
};

let isAsking = false;
let mustAskAgain = false;

/** Asks for the state; changes that come meanwhile are answered by asking once more. */
async function refresh() {
  if (isAsking) {
    mustAskAgain = true;
    return;
  }
  isAsking = true;
  try {
    do {
      mustAskAgain = false;
      await load();
    } while (mustAskAgain);
  } finally {
    isAsking = false;
  }
}

async function load() {
  const [parameter, name] = onlyPerson === null ? ['chosen', chosenName()] : ['person', onlyPerson];
  const response = await fetch(`/phone/state?${parameter}=${encodeURIComponent(name)}`);
  const answer = await response.json();
  if (!response.ok) {
    main.replaceChildren(element('p', { class: 'problem', role: 'alert' }, answer.error.message));
    return;
  }
  state = answer;
  receivedAt = Date.now();
  announceNewest();
  render();
}

/** Announces the newest message that has arrived since the last time. */
function announceNewest() {
  const { newest } = state;
  const id = newest?.id ?? '';
  if (seenMessage !== null && newest !== null && id !== seenMessage)
    byId('announcement').textContent = `For ${newest.username}: ${titleOf(newest)}`;
  seenMessage = id;
}

let personInView = null;

/** Scrolls the list, and nothing else, to the chosen person where another one was chosen before. */
function bringIntoView(username) {
  if (personInView === username) return;
  personInView = username;
  const link = list.querySelector('[aria-current]');
  if (link === null) return;
  list.scrollLeft = link.parentElement.offsetLeft - (list.clientWidth - link.offsetWidth) / 2;
  const { top, bottom } = link.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) link.scrollIntoView({ block: 'nearest' });
}

function render() {
  if (state === null) return;
  byId('application').textContent = `${state.applicationName}, ${state.companyName}`;
  if (onlyPerson === null) renderPeople();
  renderPerson(state.person);
  document.title = pageTitle(state.people.reduce((sum, { open }) => sum + open, 0));
}

const pageTitle = (count) =>
  count === 0 ? 'Phone and mailbox' : `(${String(count)}) Phone and mailbox`;

function renderPeople() {
  const sought = byId('search').value.trim().toLowerCase();
  const current = state.person.username;
  const shown = state.people.filter(({ username }) => username.toLowerCase().includes(sought));
  reconcile(
    list,
    shown.map((person) => {
      const { username, outcome, open } = person;
      const isCurrent = username === current;
      return {
        key: username,
        content: [open, isCurrent, outcome],
        make: () => personLink(person, isCurrent),
      };
    }),
  );
  byId('search').parentElement.hidden = state.people.length < 12;
  bringIntoView(current);
}

function personLink({ username, outcome, open: count }, isCurrent) {
  const badge = count === 0 ? null : element('span', { class: 'badge' }, String(count));
  badge?.append(
    element(
      'span',
      { class: 'visually-hidden' },
      count === 1 ? ' message waits' : ' messages wait',
    ),
  );
  const link = element(
    'a',
    {
      href: `#${encodeURIComponent(username)}`,
      'aria-current': isCurrent ? 'true' : null,
      'data-focus': `go ${username}`,
    },
    element('span', { class: 'avatar', 'aria-hidden': 'true' }, [...username][0].toUpperCase()),
    element('bdi', { class: 'name' }, username),
    outcome === 'pending' || outcome === username
      ? null
      : element('span', { class: 'outcome' }, outcome),
    badge,
  );
  return element('li', {}, link);
}

function renderPerson(person) {
  const open = person.messages.filter(isOpen);
  const earlier = person.messages.filter((message) => !isOpen(message));
  const note = OUTCOME_WORDS[person.outcome];
  const head = [person.username, person.email, person.phoneNumber, note];
  const problemHere = problem;
  reconcile(main, [
    { key: `head ${person.username}`, content: head, make: () => personHead(person, note) },
    ...(problemHere === null
      ? []
      : [
          {
            key: 'problem',
            content: problemHere,
            make: () => element('p', { class: 'problem', role: 'alert' }, problemHere),
          },
        ]),
    section('Waiting for you', person, open, nothingOpen(person)),
    ...(person.outcome === 'pending'
      ? [
          {
            key: `codes ${person.username}`,
            content: [
              person.bypassCodes,
              person.yotp,
              person.totp.code,
              person.totp.used,
              person.enrolled,
            ],
            make: () => codes(person),
          },
        ]
      : []),
    ...(earlier.length === 0 ? [] : [section('Earlier', person, earlier, '')]),
  ]);
  tick();
}

function personHead(person, note) {
  return element(
    'header',
    { class: 'person-head' },
    element(
      'span',
      { class: 'avatar large', 'aria-hidden': 'true' },
      [...person.username][0].toUpperCase(),
    ),
    element(
      'div',
      {},
      element('h1', {}, element('bdi', {}, person.username)),
      element('p', { class: 'soft' }, element('bdi', {}, person.email), ' · ', person.phoneNumber),
      note === null ? null : element('p', { class: 'note' }, note),
    ),
  );
}

function nothingOpen(person) {
  const name = person.username;
  if (person.outcome !== 'pending')
    return `${name} receives nothing here: no login of theirs reaches this step.`;
  return `Nothing has arrived. Log in as ${name} and choose how to confirm.`;
}

function section(heading, person, messages, whenEmpty) {
  const act = { perform, mayExpire: onlyPerson === null };
  const items = messages.map((message) => messageCard(message, state.applicationName, act));
  return {
    key: `${heading} ${person.username}`,
    content: messages,
    make: () =>
      element(
        'section',
        { class: 'messages' },
        element('h2', {}, heading),
        items.length === 0
          ? element('p', { class: 'empty' }, whenEmpty)
          : element('ul', {}, ...items),
      ),
  };
}

function perform(message, act) {
  const body = act === 'expire' ? {} : { id: message.id };
  void post(`/emulator/transactions/${message.tid}/${act}`, body);
}

/** Asks the control API; a refusal is shown above the messages. */
async function post(path, body) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await response.json();
  problem = response.ok ? null : answer.error.message;
  await refresh();
}

function codes(person) {
  const { totp, bypassCodes, yotp } = person;
  const clock = element(
    'div',
    { class: 'code-line' },
    ring(1),
    element('code', { class: 'code' }, totp.code),
    copyButton(totp.code, 'the code'),
    element('span', { class: 'soft small', id: 'time-left' }),
  );
  const bypass = bypassCodes.map((code, index) =>
    element(
      'li',
      { class: 'code-line' },
      element('code', {}, code),
      copyButton(code, `bypass code ${String(index + 1)}`),
    ),
  );
  return element(
    'section',
    { class: 'codes' },
    element('h2', {}, 'What they carry'),
    element(
      'div',
      { class: 'tiles' },
      element('div', { class: 'tile' }, element('h3', {}, 'Authenticator app'), clock),
      element(
        'div',
        { class: 'tile' },
        element('h3', {}, 'Bypass codes'),
        element('ul', {}, ...bypass),
      ),
      element(
        'div',
        { class: 'tile' },
        element('h3', {}, 'Hardware key'),
        element('p', { class: 'address' }, yotp),
        element('div', { class: 'actions' }, copyButton(yotp, 'the next password of the key')),
      ),
    ),
    element('p', { class: 'soft small' }, `Enrolled: ${person.enrolled.join(', ') || 'nothing'}`),
  );
}

/** Moves the ring; asks for the next code when this one has run out. */
function tick() {
  if (state === null) return;
  const { totp } = state.person;
  const left = totp.leftMs - (Date.now() - receivedAt);
  const svg = main.querySelector('.ring');
  if (svg !== null) setRing(svg, left / 30_000);
  const words = totp.used
    ? 'used; wait for the next one'
    : `${String(Math.max(0, Math.ceil(left / 1000)))} s left`;
  const label = byId('time-left');
  if (label !== null) label.textContent = words;
  if (left <= 0) void refresh().catch(() => undefined);
}

function listen() {
  const connection = byId('connection');
  const changes = new EventSource('/phone/changes');
  changes.addEventListener('message', () => {
    connection.textContent = '';
    void refresh().catch(() => undefined);
  });
  changes.addEventListener('error', () => {
    connection.textContent = 'The emulator does not answer. Trying again…';
  });
}

addEventListener('hashchange', () => {
  problem = null;
  const focus = () => main.focus({ preventScroll: true });
  void refresh().then(focus, focus);
});
byId('search')?.addEventListener('input', render);
byId('reset')?.addEventListener('click', () => void post('/emulator/reset', {}));
setInterval(tick, 250);
listen();
