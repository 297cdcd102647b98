import { isDirectoryBelow, MAIL_ATTRIBUTE, type DistinguishedName } from './directory-names.ts';
import type { Work } from './limits.ts';
import {
  readMailbox,
  type GeneralName,
  type Mailbox,
  type NameBase,
  type NameConstraints,
} from './names.ts';

/**
 * How certain it must be that a name is below a base. A wildcard is `surely` below it if all its
 * names are, `perhaps` if one may be.
 */
type How = 'surely' | 'perhaps';

/**
 * Whether a certificate's names satisfy the constraints of an issuer. False also for names of a
 * constrained form that we cannot compare, such as URIs (RFC 5280 section 4.2.1.10), and for names
 * beyond the bound of `work`.
 */
export function areNamesWithin(
  { permitted, excluded }: NameConstraints,
  subject: DistinguishedName,
  alternativeNames: readonly GeneralName[],
  work: Work,
): boolean {
  const names = namesOf(subject, alternativeNames);
  return [...new Set(names.map(({ form }) => form))].every((form) => {
    const ofForm = <One extends { form: string }>(all: readonly One[]) =>
      all.filter((one) => one.form === form);
    const [compared, allowed, forbidden] = [ofForm(names), ofForm(permitted), ofForm(excluded)];
    if (!work.spend('comparison', compared.length * (allowed.length + forbidden.length)))
      return false;
    return compared.every(
      (name) =>
        !forbidden.some((base) => isBelow(name, base, 'perhaps')) &&
        (allowed.length === 0 || allowed.some((base) => isBelow(name, base, 'surely'))),
    );
  });
}

/** A mail address in the subject counts only if there are no alternative names. */
function namesOf(
  subject: DistinguishedName,
  alternativeNames: readonly GeneralName[],
): GeneralName[] {
  const names = [...alternativeNames];
  if (subject.parts.length > 0) names.push({ form: 'directory', name: subject });
  if (alternativeNames.length > 0) return names;
  const mails = subject.attributes.filter(({ type }) => type === MAIL_ATTRIBUTE);
  return [
    ...names,
    ...mails.map(({ text }) => ({ form: 'mail', mailbox: readMailbox(text) }) as const),
  ];
}

/** A name that we cannot compare is below every excluded base, and below no permitted one. */
function isBelow(name: GeneralName, base: NameBase, how: How): boolean {
  if (name.form === 'dns' && base.form === 'dns' && name.name !== null) {
    return isDnsBelow(name.name, base.name, base.isBelowOnly, how);
  }
  if (name.form === 'mail' && base.form === 'mail' && name.mailbox !== null) {
    return isMailBelow(name.mailbox, base, how);
  }
  if (name.form === 'directory' && base.form === 'directory')
    return isDirectoryBelow(name.name, base.name);
  if (name.form === 'address' && base.form === 'address') return isAddressIn(name.address, base);
  return how === 'perhaps';
}

function isDnsBelow(name: string, base: string, isBelowOnly: boolean, how: How): boolean {
  if (base === '') return true;
  if (name.endsWith(base) && name[name.length - base.length - 1] === '.') return true;
  if (isBelowOnly) return false;
  if (name === base) return true;
  // The wildcard `*.example.com` may stand for the base `a.example.com`.
  return (
    how === 'perhaps' && name.startsWith('*.') && name.slice(1) === base.slice(base.indexOf('.'))
  );
}

/** Permitted local parts are case-sensitive, excluded ones are not. */
function isMailBelow(
  { local, host }: Mailbox,
  base: Extract<NameBase, { form: 'mail' }>,
  how: How,
): boolean {
  // An empty base permits no mailbox, and excludes every one.
  if (base.host === '') return how === 'perhaps';
  if (base.isBelowOnly) return host.endsWith(`.${base.host}`);
  if (host !== base.host) return false;
  return (
    base.local === null ||
    local === base.local ||
    (how === 'perhaps' && local.toLowerCase() === base.local.toLowerCase())
  );
}

function isAddressIn(address: Buffer, base: Extract<NameBase, { form: 'address' }>): boolean {
  if (address.length !== base.address.length) return false;
  return address.every((byte, index) => {
    const mask = base.mask[index] ?? 0;
    return (byte & mask) === ((base.address[index] ?? 0) & mask);
  });
}
