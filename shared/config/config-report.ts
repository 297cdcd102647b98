import * as z from 'zod/mini';
import { DIAGNOSIS_CODES, type DiagnosisCode } from '../doctor/report.ts';

const API_VERSION = 'gatehouse/1';
const exitCode = z.int().check(z.minimum(0), z.maximum(255));

const faultSchema = z.strictObject({
  file: z.string(),
  /** Dotted path; empty where the file as a whole is at fault. */
  key: z.string(),
  reason: z.string(),
});

/** The output of `gatehouse config validate --json` (packaging/schemas/config-validate.schema.json). */
export const validationSchema = z.strictObject({
  apiVersion: z.literal(API_VERSION),
  /** 0 without faults, with warnings too; 78 with faults. */
  exitCode,
  /** The files read, the highest first; with faults, the files at fault alone. */
  files: z.array(z.string()),
  faults: z.array(faultSchema),
  warnings: z.array(
    z.strictObject({
      /** The doctor's diagnosis. */
      code: z.enum(DIAGNOSIS_CODES as [DiagnosisCode, ...DiagnosisCode[]]),
      file: z.string(),
      /** The keys, or the reason. */
      evidence: z.string(),
      /** For people. */
      message: z.string(),
    }),
  ),
});
export type Validation = z.infer<typeof validationSchema>;

/** Where a value comes from. */
export const ORIGINS = ['managed', 'given', 'user', 'default'] as const;

/** The output of `gatehouse config show --json` (packaging/schemas/config-show.schema.json). */
export const effectiveConfigSchema = z.strictObject({
  apiVersion: z.literal(API_VERSION),
  exitCode,
  files: z.array(z.strictObject({ place: z.enum(['managed', 'given', 'user']), file: z.string() })),
  values: z.array(
    z.strictObject({
      key: z.string(),
      /** The effective value; null for a confidential key. */
      value: z.unknown(),
      isRedacted: z.boolean(),
      from: z.enum(ORIGINS),
      /** The file that says it; null for a default. */
      file: z.nullable(z.string()),
    }),
  ),
  /** Keys of lower files that have no effect, because the first of the files alone may set them. */
  ignored: z.array(z.strictObject({ key: z.string(), file: z.string() })),
  /** A managed file that is not read, because another managed place counts alone; else null. */
  unread: z.nullable(z.string()),
  /** Why there are no values. */
  faults: z.array(faultSchema),
});
export type EffectiveConfig = z.infer<typeof effectiveConfigSchema>;
