declare const brand: unique symbol;

/**
 * A text about a failure: an error's own name, a status, an issuer. People and logs read it; no
 * line of the program decides by it (docs/decisions/0014), because the names are not ours, and
 * redaction changes them. At run time it is the text itself; its type has nothing that could be
 * compared, searched or looked up.
 */
export type Evidence = Readonly<{ [brand]: true }>;

/** Makes evidence, a tag of a template: toEvidence`HTTP ${status}`. Holes may be evidence, too. */
export function toEvidence(
  texts: TemplateStringsArray,
  ...holes: readonly (string | number | Evidence)[]
): Evidence {
  const text = String.raw({ raw: texts }, ...holes);
  // The only place that makes evidence of a text.
  return text as unknown as Evidence;
}

/** The text, to be shown, logged or redacted. */
export function evidenceText(evidence: Evidence): string {
  return evidence as unknown as string;
}
