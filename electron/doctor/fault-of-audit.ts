import type { Config } from '../../shared/config/config-schema.ts';
import { journalLimit } from '../os/journal-limit.ts';
import { systemLogFault } from '../os/log-program.ts';

/**
 * Why the system's log cannot be written, as far as files show it; null also where `audit` is
 * "off".
 */
export const faultOfAudit = ({ audit }: Pick<Config, 'audit'>): string | null =>
  audit === 'off' ? null : systemLogFault();

/**
 * Why the system's log may drop a line that it took, as far as files show it; null where none is
 * required.
 */
export const limitOfAudit = ({ audit }: Pick<Config, 'audit'>): string | null =>
  audit === 'required' && process.platform === 'linux' ? journalLimit() : null;
