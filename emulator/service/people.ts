import { z } from 'zod';
import { methods } from './methods.ts';

/**
 * The decision of init for a person (specification 1); `locked` is refused with
 * TooManyRequestsException.
 */
export const OUTCOMES = ['pending', 'denied', 'waiting', 'bypassed', 'locked'] as const;

export type Outcome = (typeof OUTCOMES)[number];

const base32 = z
  .string()
  .regex(/^[A-Z2-7]{16,}=*$/, 'must be base32 of at least 80 bits (A-Z, 2-7)');

/** One person of the directory, as a users file writes it. */
export const personSchema = z.strictObject({
  username: z.string().min(1).max(256),
  outcome: z.enum(OUTCOMES).default('pending'),
  /** The person's enrolled methods. `fido` may be enrolled, but promptless never offers it. */
  methods: z.array(z.enum([...methods, 'fido'])).default([...methods]),
  email: z.string().min(1).optional(),
  phoneNumber: z.string().min(1).default('+44 20 7946 0958'),
  consumerParams: z.record(z.string(), z.unknown()).nullable().default(null),
  /** The enrollment address of a `waiting` person; a page of the emulator when left out. */
  webURI: z.string().min(1).optional(),
  /** How long every answer about this person takes. */
  delayMilliseconds: z.number().int().min(0).max(600_000).default(0),
  /**
   * What the person does with everything that can be answered so, from the moment when somebody
   * listens for it.
   */
  answer: z.enum(['approve', 'deny', 'never']).optional(),
  /** How long the person takes for that, by the emulator's clock. */
  answerAfterSeconds: z.number().min(0).max(86_400).default(0),
  totpSecret: base32.optional(),
  bypassCodes: z
    .array(
      z
        .string()
        .regex(
          /^(?:\d{9,}|(?=.*[A-Za-z])[\dA-Za-z-]{6,})$/,
          'must be nine digits or more, or hold letters',
        ),
    )
    .default([]),
});

export type Person = z.infer<typeof personSchema>;
export type PersonInput = z.input<typeof personSchema>;

export const peopleSchema = z.array(personSchema).superRefine((people, context) => {
  const seen = new Set<string>();
  people.forEach((person, index) => {
    const key = usernameKey(person.username);
    if (seen.has(key)) {
      const message = `"${person.username}" is listed twice (usernames match without case)`;
      context.addIssue({ code: 'custom', path: [index, 'username'], message });
    }
    seen.add(key);
  });
});

/** How usernames are compared: Unicode NFC, without case. */
export function usernameKey(username: string): string {
  return username.normalize('NFC').toLowerCase().normalize('NFC');
}

/** The built-in people (emulator/README.md). A users file may replace one by using the same name. */
export const defaultPeople: readonly PersonInput[] = [
  { username: 'alice', methods: [...methods, 'fido'] },
  { username: 'denied', outcome: 'denied' },
  { username: 'waiting', outcome: 'waiting' },
  { username: 'bypassed', outcome: 'bypassed' },
  { username: 'locked', outcome: 'locked' },
  { username: 'slow', delayMilliseconds: 2000 },
  { username: 'approves', answer: 'approve' },
  { username: 'denies', answer: 'deny' },
  { username: 'never-answers', answer: 'never' },
  { username: 'approves-after-5s', answer: 'approve', answerAfterSeconds: 5 },
  ...methods.map((method) => ({ username: `${method}-only`, methods: [method] })),
];
