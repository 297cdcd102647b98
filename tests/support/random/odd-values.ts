/** One of each JSON type, to stand where another is expected. */
export const ODD: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  '',
  'text',
  [],
  [1],
  {},
  { a: 1 },
];

/** The odd values that all these checks reject. */
export function oddBut(...fine: readonly ((value: unknown) => boolean)[]): readonly unknown[] {
  return ODD.filter((value) => !fine.some((isFine) => isFine(value)));
}

export function isText(value: unknown): boolean {
  return typeof value === 'string';
}

export function isNull(value: unknown): boolean {
  return value === null;
}

/** An object without one of its members. */
export function without(whole: object, member: string): object {
  return Object.fromEntries(Object.entries(whole).filter(([key]) => key !== member));
}
