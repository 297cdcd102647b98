import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { reportSchema } from '../../../../shared/doctor/report.ts';

type Member = Readonly<{
  description?: string;
  properties?: Readonly<Record<string, Member>>;
  items?: Member;
}>;

const root = resolve(import.meta.dirname, '..', '..', '..', '..');
const published = JSON.parse(
  readFileSync(join(root, 'packaging', 'schemas', 'doctor.schema.json'), 'utf8'),
) as Member;

/** A schema without its texts for people. */
const plain = (schema: object): unknown =>
  JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      ['title', 'description'].includes(key) ? undefined : value,
    ),
  );

function undescribed({ properties = {}, items }: Member): readonly string[] {
  return [
    ...Object.entries(properties).flatMap(([name, member]) => [
      ...(member.description ? [] : [name]),
      ...undescribed(member),
    ]),
    ...(items ? undescribed(items) : []),
  ];
}

describe('packaging/schemas/doctor.schema.json', () => {
  it('describes the report that the program prints (else: node scripts/docs.mjs)', () => {
    expect(plain(published)).toEqual(plain(z.toJSONSchema(reportSchema, { target: 'draft-7' })));
  });

  it('describes every member', () => {
    expect(undescribed(published)).toEqual([]);
  });
});
