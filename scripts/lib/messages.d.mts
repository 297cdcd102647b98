/** The types of messages.mjs for the tests, which are TypeScript. */
import type { CompiledMessages } from '../../shared/strings/messages.ts';

export type Texts = Readonly<Record<string, string>>;
export type Described = Readonly<Record<string, Readonly<{ message: string; description: string }>>>;
export type Part = 'first' | 'window' | 'terminal' | 'headless' | 'doctor' | 'callback';

export const LANGUAGES_FOLDER: string;
export const PSEUDO_LANGUAGE: 'en-XA';
export const PARTS: Readonly<Record<Part, readonly string[]>>;
export function languageFiles(): readonly string[];
export function languageText(language: string): string;
export function parsedFile(language: string, text: string): Readonly<Record<string, unknown>>;
export function withDescriptions(file: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
export function describedMessages(): Described;
export function readMessages(language: string): Texts;
export function compileMessage(message: string): CompiledMessages[string];
export function compiledMessages(language: string, part: Part): CompiledMessages;
export function reasonOf(error: unknown): string;
