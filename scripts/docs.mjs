/**
 * `node scripts/docs.mjs`: writes the parts of docs/ that are generated from the code: the schemas and the marked
 * tables. `--check` only compares, and exits with 1 if a part is out of date (tests/contract/documents.test.ts).
 */
import { main, runScript } from './setup/prepare.mjs';

await main(() => runScript('scripts/docs/generate.ts'));
