import type { Config } from '../../shared/config/config-schema.ts';
import { systemLogFault } from '../os/log-program.ts';

/** Why the system's log cannot be written, as far as files show it; null also where `audit` is "off". */
export const faultOfAudit = ({ audit }: Pick<Config, 'audit'>): string | null =>
  audit === 'off' ? null : systemLogFault();
