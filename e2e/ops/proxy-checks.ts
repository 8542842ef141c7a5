/** Runs the fault tests of the proxies, and reports each of their tests. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { record } from './report.ts';
import { run } from './tools.ts';

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      message: z.string().optional(),
      name: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

export async function checkRunningProxies() {
  const directory = mkdtempSync(join(tmpdir(), 'crystalline-proxies-'));
  const report = join(directory, 'report.json');
  const args = ['vitest', 'run', '--config', 'e2e/faults.config.ts', '--reporter=json', `--outputFile=${report}`];
  // A failed test gives an exit code too, and is in the report.
  const failure = await run('npx', [...args, 'proxies']).then(
    () => undefined,
    (error: unknown) => error,
  );
  try {
    for (const { name, message, assertionResults } of VitestReport.parse(JSON.parse(readFileSync(report, 'utf8')))
      .testResults) {
      if (assertionResults.length === 0) record(`proxies: ${name}`, false, message);
      for (const { fullName, status, failureMessages } of assertionResults)
        record(`proxies: ${fullName}`, status === 'passed', failureMessages?.[0]?.split('\n')[0]);
    }
  } catch (error) {
    record('proxies: the fault tests run', false, String(failure ?? error));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
