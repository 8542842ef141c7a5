/** Counts the rows of docs/acceptance.md whose id occurs in a test; an unknown id in a test is an error. */
import { globSync, readFileSync } from 'node:fs';

const ID = /\b[A-Z]{2,5}-\d{3}\b/g;
const TESTS = [
  'apps/*/{src,app,server,test}/**/*.test.{ts,tsx}',
  'packages/*/src/**/*.test.ts',
  'e2e/**/*.{spec,test}.ts',
];

const rows = new Set(
  readFileSync('docs/acceptance.md', 'utf8')
    .split('\n')
    .flatMap((line) => /^\| ([A-Z]{2,5}-\d{3}) \|/.exec(line)?.[1] ?? []),
);
const areas = new Set([...rows].map((row) => row.split('-')[0]));
const named = new Map<string, string>();
for (const file of globSync(TESTS)) {
  const ids = readFileSync(file, 'utf8').match(ID) ?? [];
  for (const id of ids) if (areas.has(id.split('-')[0])) named.set(id, file);
}

const unknown = [...named].filter(([id]) => !rows.has(id));
for (const [id, file] of unknown) console.error(`${file} names ${id}, which docs/acceptance.md does not have.`);
if (process.argv.includes('--missing')) console.log([...rows].filter((row) => !named.has(row)).join('\n'));
console.log(`Acceptance: ${named.size - unknown.length} of ${rows.size} rows are proven by a test.`);
process.exitCode = unknown.length > 0 ? 1 : 0;
