import { readFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';

/**
 * A text file with a value for each `@NAME@` in it.
 * @param {string} file in the checkout
 * @param {Readonly<Record<string, unknown>>} values
 */
export const fillTemplate = (file, values) =>
  readFileSync(inRoot(file), 'utf8').replace(/@([A-Z_]+)@/g, (_all, name) => {
    if (!(name in values)) throw new Error(`${file}: no value for ${name}`);
    return String(values[name]);
  });

/** Text for an element or an attribute in quotation marks. */
export const escapeXml = (/** @type {string} */ text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
