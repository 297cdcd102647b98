import { CHANNELS, type ArgumentField } from '../../shared/ipc/channels.ts';
import type { CallName } from '../../shared/ipc/contract.ts';

/** An argument that a call takes: of every member the first of its words, or a short text. */
export function goodArgumentFor(name: CallName): Readonly<Record<string, string>> {
  const fields = Object.entries<ArgumentField>(CHANNELS[name].argument ?? {});
  return Object.fromEntries(
    fields.map(([member, field]) => [member, field.kind === 'text' ? 'alice 1' : (field.words[0] ?? '')]),
  );
}
