/**
 * Counts the rows of docs/specification.md that tests prove; an id that the list does not have is an error.
 *
 *     node scripts/specification.ts                                          by the titles of tests in their source
 *     node scripts/specification.ts --results <reports> [--output <report>]  by the titles of tests that passed
 *     node scripts/specification.ts --missing <reports>                      prints the other rows as a regular expression
 *
 * Reports are those of Vitest and Playwright. With results a row without a passed test is an error, and the output is
 * a report for the tally. The missing rows of one report select the tests of the next: `playwright test --grep`.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';

const ID = /\b[A-Z]{2,5}-\d{3}\b/g;
const TESTS = [
  'apps/*/{src,app,server,test}/**/*.test.{ts,tsx}',
  'packages/*/src/**/*.test.ts',
  'e2e/**/*.{spec,test}.ts',
];
const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm;
/** The first argument of `test`, `it`, `describe` and of the function that `.each` returns. */
const TITLE = /(?:\b(?:test|it|describe)(?:\.\w+)*|\))\(\s*(['"`])(?:\\.|(?!\1)[^\\])*\1/g;
/** A title in a table of cases begins with its ids. */
const CASE = /(['"`])[A-Z]{2,5}-\d{3}\b(?:\\.|(?!\1)[^\\])*\1/g;

const Assertion = z.object({ fullName: z.string(), status: z.string() });
const Vitest = z.object({ testResults: z.array(z.object({ assertionResults: z.array(Assertion) })) });
const Spec = z.object({ title: z.string(), tests: z.array(z.object({ status: z.string() })) });
type Suite = { title: string; specs?: z.infer<typeof Spec>[]; suites?: Suite[] };
const Suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({ title: z.string(), specs: z.array(Spec).optional(), suites: z.array(Suite).optional() }),
);
const Playwright = z.object({ suites: z.array(Suite) });

const { values, positionals } = parseArgs({
  options: {
    results: { type: 'boolean', default: false },
    missing: { type: 'boolean', default: false },
    output: { type: 'string' },
  },
  allowPositionals: true,
});
const rows = new Set(
  readFileSync('docs/specification.md', 'utf8')
    .split('\n')
    .flatMap((line) => /^\| ([A-Z]{2,5}-\d{3}) \|/.exec(line)?.[1] ?? []),
);
if (rows.size === 0) throw new Error('docs/specification.md has no rows.');
const areas = new Set([...rows].map((row) => row.split('-')[0]));
const titles =
  values.results || values.missing ? positionals.flatMap(titlesOfPassed) : globSync(TESTS).flatMap(titlesInSource);
const named = new Set(titles.flatMap((title) => title.match(ID) ?? []).filter((id) => areas.has(id.split('-')[0])));

const missing = [...rows].filter((row) => !named.has(row));
if (values.missing) {
  console.log(missing.join('|'));
  process.exit();
}
const errors = [...named]
  .filter((id) => !rows.has(id))
  .map((id) => `${id} is in the title of a test, but not in docs/specification.md`)
  .concat(values.results ? missing.map((row) => `${row} is not proven by a test that passed`) : []);
for (const error of errors) console.log(error);
if (errors.length > 0) console.error('To repeat this check: npm run check:specification');
const where = values.results ? 'proven by a test that passed' : 'in the title of a test';
console.log(`Specification: ${rows.size - missing.length} of ${rows.size} rows are ${where}.`);
if (values.output) writeFileSync(values.output, JSON.stringify(reportOf(errors)));
process.exitCode = errors.length > 0 ? 1 : 0;

/** With the titles of the suites around each test. */
function titlesOfPassed(file: string): string[] {
  const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const vitest = Vitest.safeParse(report);
  if (!vitest.success) return Playwright.parse(report).suites.flatMap((suite) => titlesIn(suite));
  return vitest.data.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed')
    .map(({ fullName }) => fullName);
}

/** A test that passed only on retry is `flaky`. */
function titlesIn({ title, specs = [], suites = [] }: Suite, above = ''): string[] {
  const path = `${above} ${title}`;
  const passed = specs.filter(({ tests }) => tests.some(({ status }) => status === 'expected' || status === 'flaky'));
  return [...passed.map((spec) => `${path} ${spec.title}`), ...suites.flatMap((suite) => titlesIn(suite, path))];
}

function titlesInSource(file: string): string[] {
  const source = readFileSync(file, 'utf8').replaceAll(COMMENT, '');
  return [...(source.match(TITLE) ?? []), ...(source.match(CASE) ?? [])];
}

/** As Vitest writes it: one passed test, or a failed one for each error. */
function reportOf(failures: string[]) {
  const status = failures.length > 0 ? 'failed' : 'passed';
  const names = failures.length > 0 ? failures : ['every row is proven by a test that passed'];
  const assertionResults = names.map((fullName) => ({ fullName, status, failureMessages: [] }));
  return {
    numPassedTests: failures.length > 0 ? 0 : 1,
    testResults: [{ name: 'docs/specification.md', status, assertionResults }],
  };
}
