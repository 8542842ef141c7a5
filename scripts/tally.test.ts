import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const VITEST = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const TALLY = fileURLToPath(new URL('tally.ts', import.meta.url));

const directory = mkdtempSync(join(tmpdir(), 'tally-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** The output of the tally for a real run of this source, in which every test has two attempts. */
function tallyOf(source: string, options: string[] = []) {
  const [file, report] = [join(directory, 'fixture.test.js'), join(directory, 'report.json')];
  writeFileSync(file, source);
  const run = ['run', '--root', directory, '--globals', '--retry=1', '--reporter=json', `--outputFile=${report}`];
  spawnSync(process.execPath, [VITEST, ...run]);
  const { stdout, status } = spawnSync(process.execPath, [TALLY, ...options, report], { encoding: 'utf8' });
  return { file, status, lines: stripVTControlCharacters(stdout).trimEnd().split('\n') };
}

test('reports a test that passed at its second attempt as flaky, with the first error, and counts it as passed', () => {
  const { file, status, lines } = tallyOf(`
    let tries = 0;
    describe('a suite', () => {
      test('passes at the second attempt', () => { tries += 1; if (tries < 2) throw new Error('too early'); });
      test('passes at once', () => {});
      test.fails('fails as expected', () => { throw new Error('expected'); });
    });`);

  expect(lines.slice(0, 2)).toEqual([`flaky: ${file}: a suite passes at the second attempt`, '  Error: too early']);
  expect(lines.filter((line) => line.startsWith('flaky:'))).toHaveLength(1);
  expect(lines.at(-1)).toBe('3 passed, 0 failed');
  expect(status).toBe(0);
});

test('reports a test that failed at both attempts as failed only', () => {
  const { file, status, lines } = tallyOf(`
    test('never passes', () => { throw new Error('no'); });`);

  expect(lines.filter((line) => /^(flaky|failed):/.test(line))).toEqual([`failed: ${file}: never passes`]);
  expect(lines.at(-1)).toBe('0 passed, 1 failed');
  expect(status).toBe(1);
});

test('counts a step that failed without a failed test as one failure', () => {
  const { status, lines } = tallyOf(`test('passes', () => {});`, ['--failed-step', 'Fault tests']);

  expect(lines).toEqual(['failed: Fault tests: failed without a failed test', '1 passed, 1 failed']);
  expect(status).toBe(1);
});

test('counts an error outside of the browser tests as one failure', () => {
  const report = join(directory, 'playwright.json');
  const errors = [{ message: 'Error: the store did not stop\n    at stop' }];
  writeFileSync(report, JSON.stringify({ stats: { expected: 2, flaky: 0 }, suites: [], errors }));

  const { stdout, status } = spawnSync(process.execPath, [TALLY, report], { encoding: 'utf8' });

  expect(stdout.trimEnd().split('\n')).toEqual([
    'failed: outside of tests',
    '  Error: the store did not stop',
    '      at stop',
    '2 passed, 1 failed',
  ]);
  expect(status).toBe(1);
});
