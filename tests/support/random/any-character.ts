import fc from 'fast-check';

/**
 * Any character, control characters and lone surrogates too. The unit `binary` of fast-check takes
 * a second to begin.
 */
export const anyCharacter = fc.nat(0x10_ff_ff).map((point) => String.fromCodePoint(point));
