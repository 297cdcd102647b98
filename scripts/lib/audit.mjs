/** The findings of `npm audit`, split by whether people get the package with the program. */

/**
 * A package with known vulnerabilities.
 * @typedef {{ name: string, severity: string, folders: readonly string[], advisories: readonly string[], isShipped: boolean }} Finding
 */

/** The part of npm's report (version 2) that is read. `via`: an advisory, or the name of a package that has one. */
/** @typedef {{ name: string, severity: string, nodes: string[], via: (string | { title?: string, url?: string })[] }} Vulnerability */

/**
 * Reads the report. Bundled packages are devDependencies too, so npm's own `--omit=dev` would leave them all out.
 * @param {string} text the standard output of `npm audit --json`
 * @param {ReadonlySet<string>} shipped folders of packages that people get, from the root of the checkout
 * @returns {readonly Finding[] | string} shipped packages first; or the reason for no answer
 */
export function readAudit(text, shipped) {
  /** @type {{ auditReportVersion?: number, message?: string, vulnerabilities?: Record<string, Vulnerability> }} */
  let report;
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
    advisories: via.map((one) => (typeof one === 'string' ? `by ${one}` : `${one.title} ${one.url}`)),
    isShipped: nodes.some((folder) => shipped.has(folder)),
  }));
  return findings.sort((a, b) => Number(b.isShipped) - Number(a.isShipped) || (a.name < b.name ? -1 : 1));
}

/** A finding for people. */
export const auditLine = (/** @type {Finding} */ { name, severity, folders, advisories, isShipped }) =>
  `${isShipped ? '✗ in the package' : '• builds and tests only'}: ${name} (${severity}; ${folders.join(', ')})\n` +
  advisories.map((one) => `    ${one}`).join('\n');
