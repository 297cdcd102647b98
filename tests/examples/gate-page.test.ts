/** The program in Python that docs/gate.md shows: it refuses whatever the example clients refuse. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CASES, type Case } from './cases.ts';
import { CLIENTS, place } from './clients.ts';
import { programOfGatePage } from './gate-page-programs.ts';
import { AUDIENCE, makeSigner } from './tickets.ts';

const python = CLIENTS.find(({ language }) => language === 'python');
const missing = python?.missing ?? null;

/** Judges all cases in one process; one result for each: the admitted user and outcome, or null. */
const DRIVER = `
import base64, json, sys
import program
results = []
for case in json.load(sys.stdin):
    program.AUDIENCE, program.OUTCOMES, program.OLDEST = case["audience"], case["outcomes"], case["oldest"]
    try:
        claims = program.verify(base64.b64decode(case["line"]), case["keys"], case["nonce"])
        name = json.dumps(claims["username"], ensure_ascii=False)
        results.append(f"let in: {name} ({claims['outcome']})\\n")
    except Exception:
        results.append(None)
print(json.dumps(results))
`;

/** The value of an option in a case's arguments. */
const valueOf = ({ args = [] }: Case, option: string): string | null =>
  args[args.indexOf(option) + 1 || args.length] ?? null;

describe.skipIf(missing !== null)(
  `the program of docs/gate.md${missing === null ? '' : ` (skipped: ${missing})`}`,
  () => {
    const { folder } = place();
    const judged = new Map<string, string | null>();

    beforeAll(async () => {
      const inside = folder();
      writeFileSync(join(inside, 'program.py'), programOfGatePage('def verify('));
      writeFileSync(join(inside, 'driver.py'), DRIVER);
      const signer = await makeSigner();
      const input = await Promise.all(
        CASES.map(async (row) => {
          const { content, jwks = signer.jwks } = await row.make({ signer });
          const accepted = valueOf(row, '--accept');
          return {
            line: Buffer.from(content).toString('base64'),
            keys: jwks,
            nonce: valueOf(row, '--nonce'),
            audience: AUDIENCE,
            oldest: Number(valueOf(row, '--max-age') ?? 60),
            outcomes: accepted === null ? ['confirmed'] : ['confirmed', accepted],
          };
        }),
      );
      const { stdout, stderr } = spawnSync(
        python?.command[0] ?? '',
        ['-B', join(inside, 'driver.py')],
        { input: JSON.stringify(input), encoding: 'utf8' },
      );
      expect(stderr).toBe('');
      const results = JSON.parse(stdout) as (string | null)[];
      for (const [index, row] of CASES.entries()) judged.set(row.name, results[index] ?? null);
    });

    it.each(CASES)('decides as the example clients do: $name', ({ name, expected }) => {
      expect(judged.get(name)).toBe('letIn' in expected ? expected.letIn : null);
    });
  },
);
