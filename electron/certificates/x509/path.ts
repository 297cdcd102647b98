import { failure, success, type Result } from '../../../shared/result.ts';
import { areNamesWithin } from './constraints.ts';
import { faultOf, type CertificateFault, type Path } from './faults.ts';
import type { Certificate } from './fields.ts';
import { MOST_LINKS, type Work } from './limits.ts';

/**
 * Finds a valid chain from the server's certificate to an authority (RFC 5280 section 6.1). Cross-signed certificates
 * have several chains; one valid chain is enough.
 *
 * @param others in any order, with extras
 * @param work bounds the search
 * @returns the first chain's fault if all have one
 */
export function checkPaths(
  server: Certificate,
  others: readonly Certificate[],
  authorities: readonly Certificate[],
  nowMs: number,
  work: Work,
): Result<true, CertificateFault> {
  let first: CertificateFault | null = null;
  const areWithin = onceForEachPair(
    (one, { nameConstraints }) =>
      nameConstraints === null ||
      areNamesWithin(nameConstraints, one.subject, one.alternativeNames, work),
  );
  for (const path of pathsTo(server, others, authorities, work)) {
    const fault = faultOf(path, nowMs, areWithin);
    if (fault === null) return success(true);
    first ??= fault;
  }
  return failure(
    first ?? { kind: 'untrusted', where: 'server', why: 'no chain leads to an authority' },
  );
}

/** Depth first. */
function* pathsTo(
  server: Certificate,
  others: readonly Certificate[],
  authorities: readonly Certificate[],
  work: Work,
): Generator<Path> {
  const anchors = bySubject(authorities);
  const intermediates = bySubject(others);
  const isSignedBy = onceForEachPair(
    (child, issuer) => work.spend('signature') && hasSigned(issuer, child),
  );
  function* follow(path: Path): Generator<Path> {
    const last = path[path.length - 1] ?? server;
    for (const anchor of anchors.get(last.issuer.key) ?? []) {
      if (work.spend('step') && isSignedBy(last, anchor)) yield [...path, anchor];
    }
    // Leave one link for the authority.
    if (path.length >= MOST_LINKS) return;
    for (const other of intermediates.get(last.issuer.key) ?? []) {
      if (!work.spend('step')) return;
      // Skip loops: the same name and key, even in another certificate (RFC 4158 section 5.2).
      const isNew = path.every(({ entity }) => entity !== other.entity);
      if (isNew && isSignedBy(last, other)) yield* follow([...path, other]);
    }
  }
  yield* follow([server]);
}

/** Caches the answer for each pair. */
function onceForEachPair(ask: (one: Certificate, above: Certificate) => boolean) {
  const answers = new Map<string, boolean>();
  return (one: Certificate, above: Certificate): boolean => {
    const pair = `${one.fingerprint} ${above.fingerprint}`;
    const answer = answers.get(pair) ?? ask(one, above);
    answers.set(pair, answer);
    return answer;
  };
}

function bySubject(certificates: readonly Certificate[]): Map<string, Certificate[]> {
  const found = new Map<string, Certificate[]>();
  for (const one of certificates) {
    const alike = found.get(one.subject.key);
    if (alike === undefined) found.set(one.subject.key, [one]);
    else alike.push(one);
  }
  return found;
}

function hasSigned({ publicKey }: Certificate, child: Certificate): boolean {
  try {
    return publicKey !== null && child.x509.verify(publicKey);
  } catch {
    // OpenSSL or BoringSSL lacks the algorithm.
    return false;
  }
}
