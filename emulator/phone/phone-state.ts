import { allows } from '../service/acts.ts';
import type { Member } from '../service/directory.ts';
import { methodTraits, type Method } from '../service/methods.ts';
import type { Delivery } from '../service/outbox.ts';
import type { Service } from '../service/service.ts';

const MESSAGES_SHOWN = 30;

/** One line of the page's list. */
type PersonSummary = Readonly<{
  username: string;
  outcome: string;
  /** How many of the messages shown can still be answered. */
  open: number;
}>;

/** The phone page's data of one person. */
type PersonView = Readonly<{
  username: string;
  outcome: string;
  email: string;
  phoneNumber: string;
  /** The names of the enrolled methods, in English. */
  enrolled: readonly string[];
  totp: Readonly<{
    code: string;
    used: boolean;
    leftMs: number;
  }>;
  bypassCodes: readonly string[];
  yotp: string;
  messages: readonly MessageView[];
}>;

type MessageView = Omit<Delivery, 'state'> &
  Readonly<{
    state: Delivery['state'] | 'over';
    methodName: string;
    canApprove: boolean;
    canDeny: boolean;
    /** Where the login was started, as init said: `hostName`, `os`, `userIP`, `appVer`. */
    context: Readonly<Record<string, string>>;
  }>;

export type PhoneState = Readonly<{
  companyName: string;
  applicationName: string;
  applicationType: string;
  /** Everybody, or the one person whose phone it is alone. */
  people: readonly PersonSummary[];
  /** The person whose phone is shown; null where there is nobody. */
  person: PersonView | null;
  /** The newest message of all these people. */
  newest: MessageView | null;
}>;

/**
 * Everything that the page of everybody shows: of the others than the chosen person what its list
 * needs.
 */
export function phoneState(service: Service, chosen?: Member): PhoneState {
  const people = service.directory.all();
  return stateOf(service, people, chosen ?? people[0], service.outbox.all());
}

/** Everything that the page of one person shows. */
export function phoneStateOf(service: Service, person: Member): PhoneState {
  return stateOf(service, [person], person, service.outbox.ofUser(person.username));
}

function stateOf(
  service: Service,
  people: readonly Member[],
  shown: Member | undefined,
  deliveries: readonly Delivery[],
): PhoneState {
  const { companyName, applicationName, applicationType } = service.options;
  const newest = deliveries.at(-1);
  return {
    companyName,
    applicationName,
    applicationType,
    people: people.map((person) => summarise(service, person)),
    person: shown === undefined ? null : viewPerson(service, shown),
    newest: newest === undefined ? null : viewMessage(service, newest),
  };
}

function summarise(service: Service, { username, outcome }: Member): PersonSummary {
  const shown = service.outbox.ofUser(username).slice(-MESSAGES_SHOWN);
  return { username, outcome, open: shown.filter((one) => isOpen(service, one)).length };
}

const isOpen = (service: Service, { tid, state }: Delivery): boolean =>
  state === 'open' && service.transactions.find(tid)?.phase === 'open';

function viewPerson(service: Service, member: Member): PersonView {
  const { username, outcome, email, phoneNumber, methods } = member;
  const newestFirst = service.outbox.ofUser(username).slice(-MESSAGES_SHOWN).reverse();
  return {
    username,
    outcome,
    email,
    phoneNumber,
    enrolled: methods.map((method) =>
      method === 'fido' ? 'FIDO (never offered)' : nameOf(method),
    ),
    totp: member.authenticator.displayed(),
    bypassCodes: member.bypassCodes.available(),
    yotp: member.hardwareKey.latest(),
    messages: newestFirst.map((delivery) => viewMessage(service, delivery)),
  };
}

const nameOf = (method: Method): string =>
  methodTraits[method].nameOnPhone ?? methodTraits[method].name;

function viewMessage(service: Service, delivery: Delivery): MessageView {
  const transaction = service.transactions.find(delivery.tid);
  const isOver = transaction?.phase !== 'open';
  return {
    ...delivery,
    state: isOver && delivery.state === 'open' ? 'over' : delivery.state,
    methodName: nameOf(delivery.method),
    canApprove: !isOver && allows(delivery, 'approve'),
    canDeny: !isOver && allows(delivery, 'deny'),
    context: transaction?.context ?? {},
  };
}
