/**
 * Ends a run of several test runners with the line "N passed, M failed"; the runners name the tests themselves, but not
 * always those that passed only on retry.
 *
 *     node scripts/tally.ts [--failed-step <name>] <reports>
 *
 * A failed step counts as one failure, unless a test that failed explains it.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';

const Test = z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).default([]) });
const File = z.object({ name: z.string(), status: z.string(), assertionResults: z.array(Test) });
const Vitest = z.object({ numPassedTests: z.number(), testResults: z.array(File) });
const Playwright = z.object({
  stats: z.object({ expected: z.number(), flaky: z.number(), unexpected: z.number() }),
  /** Outside of tests: of a fixture of the whole worker, or of the setup. */
  errors: z.array(z.unknown()).default([]),
});

const { values, positionals: reports } = parseArgs({
  options: { 'failed-step': { type: 'string', multiple: true, default: [] } },
  allowPositionals: true,
});
let [passed, failed] = [0, 0];
for (const report of reports.map((file): unknown => JSON.parse(readFileSync(file, 'utf8')))) {
  const vitest = Vitest.safeParse(report);
  if (vitest.success) {
    passed += vitest.data.numPassedTests;
    for (const { name, status, assertionResults } of vitest.data.testResults) {
      const failures = assertionResults.filter((test) => test.status === 'failed').length;
      // A file that failed to load has no failed test.
      failed += status === 'failed' ? Math.max(failures, 1) : failures;
      // A test that passed on retry keeps the failures of earlier attempts.
      for (const test of assertionResults)
        if (test.status === 'passed' && test.failureMessages.length > 0)
          console.log(`flaky: ${name}: ${test.fullName}`);
    }
  } else {
    const { stats, errors } = Playwright.parse(report);
    passed += stats.expected + stats.flaky;
    failed += stats.unexpected + errors.length;
  }
}
if (failed === 0) {
  failed = values['failed-step'].length;
  for (const step of values['failed-step']) console.log(`failed without a failed test: ${step}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
