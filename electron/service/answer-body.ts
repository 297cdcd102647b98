import { isNestedTooDeep } from '../../shared/service/json-depth.ts';

/** Decodes UTF-8; null if invalid. */
export function textOf(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return null;
  }
}

/** @returns undefined if not JSON in UTF-8, or nested too deep */
export function jsonOf(body: Uint8Array): unknown {
  const text = textOf(body);
  try {
    return text === null || isNestedTooDeep(text) ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

export function isHtml(body: Uint8Array): boolean {
  const start = Buffer.from(body.subarray(0, 200)).toString('latin1');
  // Allow a UTF-8 byte order mark.
  return /^(?:\u00ef\u00bb\u00bf)?\s*</.test(start);
}
