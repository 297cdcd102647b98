import { failure, success, type Result } from '../../../shared/result.ts';
import { areNamesWithin } from './constraints.ts';
import { faultOf, type CertificateFault, type Path } from './faults.ts';
import type { Certificate } from './fields.ts';
import { MOST_LINKS, type Work } from './limits.ts';

/**
 * Finds a valid chain from the server's certificate to an authority (RFC 5280 section 6.1).
 * Cross-signed certificates have several chains; one valid chain is enough.
 *
 * @param others further certificates that the server sent, in any order; some may not belong to a
 *   chain
 * @param work bounds the search
 * @returns a failure if no chain is valid: the fault of the first chain, or `untrusted` if there is
 *   none
 */
export function checkPaths(
  server: Certificate,
  others: readonly Certificate[],
  authorities: readonly Certificate[],
  nowMs: number,
  work: Work,
): Result<true, CertificateFault> {
  let firstFault: CertificateFault | null = null;
  const areWithin = onceForEachPair(
    (one, { nameConstraints }) =>
      nameConstraints === null ||
      areNamesWithin(nameConstraints, one.subject, one.alternativeNames, work),
  );
  for (const path of pathsTo(server, others, authorities, work)) {
    const fault = faultOf(path, nowMs, areWithin);
    if (fault === null) return success(true);
    firstFault ??= fault;
  }
  return failure(
    firstFault ?? { kind: 'untrusted', where: 'server', why: 'no chain leads to an authority' },
  );
}

/** Finds the chains to authorities, depth first, within the bounds of `work`. */
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
    // The last link is for the authority: no intermediate may take it.
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
  const groups = new Map<string, Certificate[]>();
  for (const one of certificates) {
    const group = groups.get(one.subject.key);
    if (group === undefined) groups.set(one.subject.key, [one]);
    else group.push(one);
  }
  return groups;
}

function hasSigned({ publicKey }: Certificate, child: Certificate): boolean {
  try {
    return publicKey !== null && child.x509.verify(publicKey);
  } catch {
    // OpenSSL or BoringSSL lacks the algorithm.
    return false;
  }
}
