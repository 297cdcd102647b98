import { resolve } from 'node:path';

/** The entry of a checkout. */
export const LAUNCHER = resolve(import.meta.dirname, '..', '..', '..', 'scripts', 'gatehouse');
