import type { Clock } from '../basics/clock.ts';
import { createAuthenticator, createBypassCodes, createHardwareKey } from './devices.ts';
import type { Devices } from './devices.ts';
import { personSchema, usernameKey } from './people.ts';
import type { Person, PersonInput } from './people.ts';

/** A person and their devices. */
export interface Member extends Omit<Person, 'bypassCodes' | 'totpSecret'>, Devices {
  readonly email: string;
}

/** All people known to the service. */
export interface Directory {
  find(username: string): Member | undefined;
  /** Adds a person, or replaces the one of that name. Throws when the input does not fit the schema. */
  add(person: PersonInput): Member;
  all(): readonly Member[];
  /** An unknown person: denied every request, and not kept. */
  stranger(username: string): Member;
  /** Everybody as at the start, with new codes. */
  reset(): void;
}

export function createDirectory(clock: Clock, people: readonly PersonInput[]): Directory {
  const members = new Map<string, Member>();

  function equip(person: Person): Member {
    const { bypassCodes, totpSecret, ...rest } = person;
    return {
      ...rest,
      email: person.email ?? defaultEmail(person.username),
      authenticator: createAuthenticator(clock, totpSecret),
      bypassCodes: createBypassCodes(bypassCodes),
      hardwareKey: createHardwareKey(),
    };
  }

  function add(input: PersonInput): Member {
    const member = equip(personSchema.parse(input));
    members.set(usernameKey(member.username), member);
    return member;
  }

  function reset(): void {
    members.clear();
    for (const person of people) add(person);
  }

  reset();
  return {
    find: (username) => members.get(usernameKey(username)),
    add,
    all: () => [...members.values()],
    stranger: (username) =>
      equip({ ...personSchema.parse({ username: 'stranger' }), username, outcome: 'denied' }),
    reset,
  };
}

function defaultEmail(username: string): string {
  return username.includes('@') ? username : `${username.replace(/\s+/g, '.')}@example.com`;
}
