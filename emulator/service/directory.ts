import type { Clock } from '../basics/clock.ts';
import { createAuthenticator, createBypassCodes, createHardwareKey } from './devices.ts';
import type { Devices } from './devices.ts';
import { personSchema, usernameKey } from './people.ts';
import type { Person, PersonInput } from './people.ts';

/** A person and their devices. */
export type Member = Omit<Person, 'bypassCodes' | 'totpSecret'> &
  Devices &
  Readonly<{
    email: string;
  }>;

/** All people known to the service. */
export type Directory = Readonly<{
  find: (username: string) => Member | undefined;
  /** The person of this name, who is made now where every name is somebody's; undefined for nobody. */
  resolve: (username: string) => Member | undefined;
  /** Whether `resolve` would find somebody; makes nobody. */
  isKnown: (username: string) => boolean;
  /** Adds a person, or replaces the one of that name. Throws when the input does not fit the schema. */
  add: (person: PersonInput) => Member;
  all: () => readonly Member[];
  /** An unknown person: denied every request, and not kept. */
  stranger: (username: string) => Member;
  /** Gives one person new codes. */
  renew: (username: string) => void;
  /** Everybody as at the start, with new codes. */
  reset: () => void;
}>;

/** @param unknownUsers `pending`: every name is somebody's */
export function createDirectory(
  clock: Clock,
  people: readonly PersonInput[],
  unknownUsers: 'denied' | 'pending',
): Directory {
  const members = new Map<string, Member>();
  const persons = new Map<string, Person>();

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
    const person = personSchema.parse(input);
    const member = equip(person);
    members.set(usernameKey(person.username), member);
    persons.set(usernameKey(person.username), person);
    return member;
  }

  const couldBeMade = (username: string): boolean =>
    unknownUsers === 'pending' && personSchema.safeParse({ username }).success;

  const find = (username: string): Member | undefined => members.get(usernameKey(username));

  function reset(): void {
    members.clear();
    persons.clear();
    for (const person of people) add(person);
  }

  reset();
  return {
    find,
    resolve: (username) =>
      find(username) ?? (couldBeMade(username) ? add({ username }) : undefined),
    isKnown: (username) => find(username) !== undefined || couldBeMade(username),
    add,
    renew: (username) => {
      const person = persons.get(usernameKey(username));
      if (person !== undefined) members.set(usernameKey(username), equip(person));
    },
    all: () => [...members.values()],
    stranger: (username) =>
      equip({ ...personSchema.parse({ username: 'stranger' }), username, outcome: 'denied' }),
    reset,
  };
}

function defaultEmail(username: string): string {
  return username.includes('@') ? username : `${username.replace(/\s+/g, '.')}@example.com`;
}
