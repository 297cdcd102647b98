import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

/** One case of C2SP x509-limbo, as far as it is used here. */
export type Vector = Readonly<z.infer<typeof VECTOR>>;

const VECTOR = z.object({
  id: z.string(),
  /** Missing where any time will do. */
  validation_time: z.string().optional(),
  trusted_certs: z.array(z.string()),
  untrusted_intermediates: z.array(z.string()).optional(),
  peer_certificate: z.string(),
  expected_result: z.enum(['SUCCESS', 'FAILURE']),
  /** Missing if the case expects no peer name. */
  expected_peer_name: z.object({ kind: z.string(), value: z.string() }).optional(),
});

const FILE = 'x509-limbo.json.gz';
const VARIABLE = 'GATEHOUSE_CERTIFICATE_VECTORS';

/**
 * The external cases, which are not part of this repository: in the folder that
 * `GATEHOUSE_CERTIFICATE_VECTORS` names, else in `shared/vectors` beside the checkout.
 *
 * @returns the reason for their absence, if they are absent
 * @throws if the variable names a folder without them: an explicit folder must hold them
 */
export function readVectors(): readonly Vector[] | string {
  const named = process.env[VARIABLE];
  const checkout = resolve(import.meta.dirname, '..', '..', '..', '..');
  const file = resolve(named ?? resolve(checkout, '..', 'shared', 'vectors'), FILE);
  if (named === undefined && !existsSync(file)) {
    return `no ${FILE} in ../shared/vectors, and ${VARIABLE} names no other folder`;
  }
  return z.array(VECTOR).parse(JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')));
}
