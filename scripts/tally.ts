/**
 * Sums up the reports of the test runners: lists failed tests and flaky ones, which passed only on retry, and ends with
 * the line "N passed, M failed".
 *
 *     node scripts/tally.ts [--failed-step <name>] <reports>
 *
 * A failed step counts as one failure, unless a test that failed explains it.
 */
import { readFileSync } from 'node:fs';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

const Vitest = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).default([]) }),
      ),
    }),
  ),
});
const Spec = z.object({
  title: z.string(),
  ok: z.boolean(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
    }),
  ),
});
type Spec = z.infer<typeof Spec>;
type Suite = { title: string; specs?: Spec[]; suites?: Suite[] };
const Suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    title: z.string(),
    specs: z.array(Spec).optional(),
    suites: z.array(Suite).optional(),
  }),
);
const Playwright = z.object({
  stats: z.object({ expected: z.number(), flaky: z.number() }),
  suites: z.array(Suite),
  /** Outside of tests: of a fixture of the whole worker, or of the setup. */
  errors: z.array(z.object({ message: z.string().optional() })).default([]),
});

const { values, positionals: reports } = parseArgs({
  options: { 'failed-step': { type: 'string', multiple: true, default: [] } },
  allowPositionals: true,
});
let passed = 0;
const failed: string[] = [];
const flaky: string[] = [];
for (const file of reports) {
  const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const vitest = Vitest.safeParse(report);
  if (vitest.success) {
    passed += vitest.data.numPassedTests;
    for (const { name, status, assertionResults } of vitest.data.testResults) {
      const describe = (test: (typeof assertionResults)[number]) =>
        withReason(`${name}: ${test.fullName}`, test.failureMessages[0]);
      const tests = assertionResults.filter((test) => test.status === 'failed');
      failed.push(...tests.map(describe));
      // A test that passed on retry keeps the failures of earlier attempts; Vitest reports no number of attempts.
      flaky.push(
        ...assertionResults.filter((test) => test.status === 'passed' && test.failureMessages[0]).map(describe),
      );
      // A file that failed to load has no failed test, but counts as failed.
      if (status === 'failed' && tests.length === 0) failed.push(name);
    }
  } else {
    const { stats, suites, errors } = Playwright.parse(report);
    passed += stats.expected + stats.flaky;
    failed.push(...errors.map(({ message }) => withReason('outside of tests', message)));
    failed.push(...suites.flatMap((suite) => collectSpecs(suite, ({ ok }) => !ok)));
    flaky.push(
      ...suites.flatMap((suite) => collectSpecs(suite, ({ tests }) => tests.some(({ status }) => status === 'flaky'))),
    );
  }
}

function collectSpecs(
  { title, specs = [], suites = [] }: Suite,
  matches: (spec: Spec) => boolean,
  parents: string[] = [],
): string[] {
  const path = [...parents, title];
  return [
    ...specs.filter(matches).map((spec) => withReason([...path, spec.title].join(' > '), reasonOf(spec))),
    ...suites.flatMap((suite) => collectSpecs(suite, matches, path)),
  ];
}

function reasonOf({ tests }: Spec) {
  return tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message;
}

/** Adds the first lines of the error, without terminal colors. */
function withReason(name: string, reason = '') {
  const lines = stripVTControlCharacters(reason).split('\n').slice(0, 6);
  return [name, ...lines.filter((line) => line.trim()).map((line) => `  ${line}`)].join('\n');
}

if (failed.length === 0) failed.push(...values['failed-step'].map((step) => `${step}: failed without a failed test`));
for (const name of flaky) console.log(`flaky: ${name}`);
for (const name of failed) console.log(`failed: ${name}`);
console.log(`${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
