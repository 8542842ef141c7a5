/** Adds up the reports of the test runners: names what failed, and closes with the line "N passed, M failed". */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Vitest = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});
type Spec = { title: string; ok: boolean; tests: { status: string }[] };
type Suite = { title: string; specs?: Spec[]; suites?: Suite[] };
const Suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    title: z.string(),
    specs: z
      .array(z.object({ title: z.string(), ok: z.boolean(), tests: z.array(z.object({ status: z.string() })) }))
      .optional(),
    suites: z.array(Suite).optional(),
  }),
);
const Playwright = z.object({
  stats: z.object({ expected: z.number(), flaky: z.number() }),
  suites: z.array(Suite),
});

let passed = 0;
const failed: string[] = [];
const flaky: string[] = [];
for (const file of process.argv.slice(2)) {
  const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const vitest = Vitest.safeParse(report);
  if (vitest.success) {
    passed += vitest.data.numPassedTests;
    for (const { name, status, assertionResults } of vitest.data.testResults) {
      const tests = assertionResults.filter((test) => test.status === 'failed');
      failed.push(...tests.map((test) => `${name}: ${test.fullName}`));
      // A file that could not even be loaded failed no test, but it failed.
      if (status === 'failed' && tests.length === 0) failed.push(name);
    }
  } else {
    const { stats, suites } = Playwright.parse(report);
    passed += stats.expected + stats.flaky;
    failed.push(...suites.flatMap((suite) => named(suite, ({ ok }) => !ok)));
    flaky.push(
      ...suites.flatMap((suite) => named(suite, ({ tests }) => tests.some(({ status }) => status === 'flaky'))),
    );
  }
}

function named(
  { title, specs = [], suites = [] }: Suite,
  wanted: (spec: Spec) => boolean,
  above: string[] = [],
): string[] {
  const path = [...above, title];
  return [
    ...specs.filter(wanted).map((spec) => [...path, spec.title].join(' > ')),
    ...suites.flatMap((suite) => named(suite, wanted, path)),
  ];
}

for (const name of flaky) console.log(`flaky: ${name}`);
for (const name of failed) console.log(`failed: ${name}`);
console.log(`${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
