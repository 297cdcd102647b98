import { allows } from '../service/acts.ts';
import type { Member } from '../service/directory.ts';
import { methodTraits, type Method } from '../service/methods.ts';
import type { Delivery } from '../service/outbox.ts';
import type { Service } from '../service/service.ts';

const messagesShown = 30;

/** The phone page's data of one person. */
interface PersonView {
  readonly username: string;
  readonly outcome: string;
  readonly email: string;
  readonly phoneNumber: string;
  /** The names of the enrolled methods, in English. */
  readonly enrolled: readonly string[];
  readonly totp: {
    readonly code: string;
    readonly used: boolean;
    readonly millisecondsLeft: number;
  };
  readonly bypassCodes: readonly string[];
  readonly yotp: string;
  readonly messages: readonly MessageView[];
}

interface MessageView extends Omit<Delivery, 'state'> {
  readonly state: Delivery['state'] | 'over';
  readonly methodName: string;
  readonly canApprove: boolean;
  readonly canDeny: boolean;
  /** Where the login was started, as init said: `hostName`, `os`, `userIP`, `appVer`. */
  readonly context: Readonly<Record<string, string>>;
}

export interface PhoneState {
  readonly companyName: string;
  readonly applicationName: string;
  readonly applicationType: string;
  readonly people: readonly PersonView[];
}

/**
 * Everything that the phone page shows, newest messages first.
 *
 * @param only the person whose phone it is alone; everybody's where it is left out
 */
export function phoneState(service: Service, only?: Member): PhoneState {
  const { companyName, applicationName, applicationType } = service.options;
  const members = only === undefined ? service.directory.all() : [only];
  const people = members.map((member) => viewPerson(service, member));
  return { companyName, applicationName, applicationType, people };
}

function viewPerson(service: Service, member: Member): PersonView {
  const { username, outcome, email, phoneNumber, methods } = member;
  const newestFirst = service.outbox.ofUser(username).slice(-messagesShown).reverse();
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
