import * as z from 'zod/mini';
import { DIAGNOSIS_CODES, type DiagnosisCode } from '../doctor/report.ts';

const API_VERSION = 'gatehouse/1';
const exitCode = z.int().check(z.minimum(0), z.maximum(255));

const faultSchema = z.strictObject({
  file: z.string(),
  /** The dotted path of the key; empty for a fault of the whole file. */
  key: z.string(),
  reason: z.string(),
});

/** Output of `gatehouse config validate --json` (packaging/schemas/config-validate.schema.json). */
export const validationSchema = z.strictObject({
  apiVersion: z.literal(API_VERSION),
  /** 78 if there are faults, otherwise 0. */
  exitCode,
  /** Files read, highest priority first; with faults, only the files at fault. */
  files: z.array(z.string()),
  faults: z.array(faultSchema),
  warnings: z.array(
    z.strictObject({
      code: z.enum(DIAGNOSIS_CODES as [DiagnosisCode, ...DiagnosisCode[]]),
      file: z.string(),
      /** The keys that the warning is about, or its reason. */
      evidence: z.string(),
      message: z.string(),
    }),
  ),
});
export type Validation = z.infer<typeof validationSchema>;

export const ORIGINS = ['managed', 'given', 'user', 'default'] as const;

/** Output of `gatehouse config show --json` (packaging/schemas/config-show.schema.json). */
export const effectiveConfigSchema = z.strictObject({
  apiVersion: z.literal(API_VERSION),
  exitCode,
  files: z.array(z.strictObject({ place: z.enum(['managed', 'given', 'user']), file: z.string() })),
  values: z.array(
    z.strictObject({
      key: z.string(),
      /** Effective value; null for a confidential key. */
      value: z.unknown(),
      isRedacted: z.boolean(),
      from: z.enum(ORIGINS),
      /** The file that set the value; null for a default. */
      file: z.nullable(z.string()),
    }),
  ),
  /**
   * Keys that a file sets without effect: only the file of the highest priority may set them, and
   * `file` is not that one.
   */
  ignored: z.array(z.strictObject({ key: z.string(), file: z.string() })),
  /**
   * A managed file that is not read, because another managed place overrides it; null if there is
   * none.
   */
  unread: z.nullable(z.string()),
  faults: z.array(faultSchema),
});
export type EffectiveConfig = z.infer<typeof effectiveConfigSchema>;
