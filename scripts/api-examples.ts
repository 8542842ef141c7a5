/**
 * Merges the examples that the tests recorded into apps/api/openapi-examples.json. Run by `npm run api:examples` and CI;
 * then `scripts/openapi.ts --examples` checks them.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Examples } from '../apps/api/src/platform/http/openapi-examples.ts';

const ROOT = join(import.meta.dirname, '..');

const Recorded = z.array(
  z.object({
    id: z.string(),
    status: z.number(),
    name: z.string(),
    request: z.unknown().optional(),
    response: z.unknown().optional(),
    isEmpty: z.boolean(),
  }),
);
type Recorded = z.infer<typeof Recorded>;

/** The first of each operation, status and name; an empty one only if there is no other. */
export function mergeExamples(recorded: Recorded): Examples {
  const merged: Examples = {};
  const sorted = recorded.toSorted((one, other) => Number(one.isEmpty) - Number(other.isEmpty));
  for (const { id, status, name, request, response } of sorted) {
    const operation: Examples[string] = merged[id] ?? { responses: {} };
    const examples = operation.responses[status] ?? {};
    if (response !== undefined) examples[name] ??= response;
    operation.responses[status] = examples;
    operation.request ??= request;
    merged[id] = operation;
  }
  return Object.fromEntries(Object.entries(merged).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

if (import.meta.main) {
  const directory = process.argv[2] ?? '';
  // Those of attacks last: other tests send what a client would.
  const isAttack = (file: string) => Number(file.includes('attacks'));
  const files = readdirSync(directory)
    .toSorted()
    .toSorted((one, other) => isAttack(one) - isAttack(other));
  const recorded = files.flatMap((file) => Recorded.parse(JSON.parse(readFileSync(join(directory, file), 'utf8'))));
  const merged = mergeExamples(recorded);
  writeFileSync(join(ROOT, 'apps/api/openapi-examples.json'), `${JSON.stringify(merged, null, 2)}\n`);
  console.log(`Examples of ${Object.keys(merged).length} operations, from ${files.length} test files.`);
}
