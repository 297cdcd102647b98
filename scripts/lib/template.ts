import { readFileSync } from 'node:fs';
import { inRoot } from './paths.ts';

/**
 * A text file with a value for each `@NAME@` in it.
 *
 * @param file in the checkout
 */
export const fillTemplate = (file: string, values: Readonly<Record<string, unknown>>) =>
  readFileSync(inRoot(file), 'utf8').replace(/@([A-Z_]+)@/g, (_all, name: string) => {
    if (!(name in values)) throw new Error(`${file}: no value for ${name}`);
    return String(values[name]);
  });

/** Text for an element or an attribute in quotation marks. */
export const escapeXml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
