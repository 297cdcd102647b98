/** The types of message-arguments.mjs for the tests, which are TypeScript. */
import type { Texts } from './messages.mjs';

export function messageArguments(messages: Texts): string;
type Takes = Readonly<Record<string, 'text' | 'number' | 'choice'>>;
export function messageTakes(messages: Texts): Readonly<Record<string, Takes>>;
