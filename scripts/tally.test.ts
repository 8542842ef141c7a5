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

test('names a test that passed at its second attempt, and counts it as passed', () => {
  const { file, status, lines } = tallyOf(`
    let tries = 0;
    describe('a suite', () => {
      test('passes at the second attempt', () => { tries += 1; if (tries < 2) throw new Error('too early'); });
      test('passes at once', () => {});
      test.fails('fails as expected', () => { throw new Error('expected'); });
    });`);

  expect(lines).toEqual([`flaky: ${file}: a suite passes at the second attempt`, '3 passed, 0 failed']);
  expect(status).toBe(0);
});

test('counts a test that failed at both attempts once, and a file that does not load', () => {
  const never = `test('never passes', () => { throw new Error('no'); });`;

  expect(tallyOf(never)).toMatchObject({ status: 1, lines: ['0 passed, 1 failed'] });
  expect(tallyOf(`import './missing.js';${never}`)).toMatchObject({ status: 1, lines: ['0 passed, 1 failed'] });
});

test('counts a step that failed without a failed test as one failure', () => {
  const { status, lines } = tallyOf(`test('passes', () => {});`, ['--failed-step', 'Fault tests']);

  expect(lines).toEqual(['failed without a failed test: Fault tests', '1 passed, 1 failed']);
  expect(status).toBe(1);
});

test('counts an error outside of the browser tests as one failure', () => {
  const report = join(directory, 'playwright.json');
  const errors = [{ message: 'Error: the store did not stop' }];
  writeFileSync(report, JSON.stringify({ stats: { expected: 2, flaky: 1, unexpected: 1 }, suites: [], errors }));

  const { stdout, status } = spawnSync(process.execPath, [TALLY, report], { encoding: 'utf8' });

  expect(stdout.trim()).toBe('3 passed, 2 failed');
  expect(status).toBe(1);
});
