import { CHANNELS, type ArgumentField } from '../../shared/ipc/channels.ts';
import type { CallName } from '../../shared/ipc/contract.ts';

/** An argument that a call takes: of every member the first of its words, a short text or a number. */
export function goodArgumentFor(name: CallName): Readonly<Record<string, string | number>> {
  const fields = Object.entries<ArgumentField>(CHANNELS[name].argument ?? {});
  return Object.fromEntries(fields.map(([member, field]) => [member, valueFor(field)]));
}

function valueFor(field: ArgumentField): string | number {
  if (field.kind === 'text') return 'alice 1';
  return field.kind === 'pixels' ? 1 : (field.words[0] ?? '');
}
