import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const VITEST = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const SPECIFICATION = fileURLToPath(new URL('specification.ts', import.meta.url));
const TALLY = fileURLToPath(new URL('tally.ts', import.meta.url));

/** A directory with a list of these rows. */
function aProject(...rows: string[]) {
  const directory = mkdtempSync(join(tmpdir(), 'specification-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const write = (file: string, text: string) => {
    mkdirSync(join(directory, file, '..'), { recursive: true });
    writeFileSync(join(directory, file), text);
    return join(directory, file);
  };
  write('docs/specification.md', rows.map((row) => `| ${row} | It holds. | unit |`).join('\n'));
  const run = (...args: string[]) => {
    const { stdout, status } = spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8' });
    return { status, lines: stdout.trimEnd().split('\n') };
  };
  return { write, run, count: (...args: string[]) => run(SPECIFICATION, ...args) };
}

const notProven = (row: string) => `${row} is not proven by a test that passed`;

test('counts passed tests of a Vitest run with the titles of their suites, not failed, skipped or commented ones', () => {
  const { write, run, count } = aProject('ROW-001', 'ROW-002', 'ROW-003', 'ROW-004', 'ROW-005');
  write(
    'fixture.test.js',
    `test('ROW-001 passes', () => {});
     test('ROW-002 fails', () => { throw new Error('ROW-002'); });
     test.skip('ROW-003 is skipped', () => {});
     describe('ROW-004 a suite', () => { test('passes', () => {}); });
     // ROW-005
     test('passes', () => { expect('ROW-005').toBe('ROW-005'); });`,
  );
  run(VITEST, 'run', '--globals', '--reporter=json', '--outputFile=report.json');

  expect(count('--results', 'report.json')).toEqual({
    status: 1,
    lines: [
      ...['ROW-002', 'ROW-003', 'ROW-005'].map(notProven),
      'Specification: 2 of 5 rows are proven by a test that passed.',
    ],
  });
});

test('counts passed and flaky tests of a Playwright report with the titles of their suites', () => {
  const { write, count } = aProject('ROW-001', 'ROW-002', 'ROW-003', 'ROW-004');
  const spec = (title: string, status: string) => ({ title, ok: status !== 'unexpected', tests: [{ status }] });
  const specs = [
    spec('ROW-001 passes', 'expected'),
    spec('ROW-002 fails', 'unexpected'),
    spec('ROW-003 is skipped', 'skipped'),
  ];
  const suites = [{ title: 'ROW-004 a suite', specs: [spec('passes on retry', 'flaky')] }];
  const report = write('report.json', JSON.stringify({ suites: [{ title: 'home.spec.ts', specs, suites }] }));

  expect(count('--results', report).lines).toEqual([
    ...['ROW-002', 'ROW-003'].map(notProven),
    'Specification: 2 of 4 rows are proven by a test that passed.',
  ]);
});

test('prints the rows that a report does not prove as a regular expression', () => {
  const { write, count } = aProject('ROW-001', 'ROW-002', 'ROW-003');
  const assertionResults = [{ fullName: 'ROW-002 passes', status: 'passed' }];
  const report = write('report.json', JSON.stringify({ testResults: [{ assertionResults }] }));

  expect(count('--missing', report)).toEqual({ status: 0, lines: ['ROW-001|ROW-003'] });
});

test('writes a report in which the tally counts each error as failed, or all rows as one passed test', () => {
  const { write, run, count } = aProject('ROW-001', 'ROW-002');
  const reportOf = (...titles: string[]) => {
    const assertionResults = titles.map((fullName) => ({ fullName, status: 'passed' }));
    return write('report.json', JSON.stringify({ testResults: [{ assertionResults }] }));
  };
  const tally = (...titles: string[]) => {
    const { status } = count('--results', reportOf(...titles), '--output', 'specification.json');
    return { status, lines: run(TALLY, 'specification.json').lines };
  };

  expect(tally('ROW-001 holds', 'ROW-002 holds')).toEqual({ status: 0, lines: ['1 passed, 0 failed'] });
  expect(tally('ROW-001 holds', 'ROW-009 is unknown')).toEqual({
    status: 1,
    lines: ['0 passed, 2 failed'],
  });
});

test('without results counts titles in the source, and fails on an unknown id', () => {
  const { write, count } = aProject('ROW-001', 'ROW-002', 'ROW-003', 'ROW-004', 'ROW-005');
  const source = `// test('ROW-005 is commented out', () => {});
    test('ROW-001 holds', () => { expect(text).toBe('not ROW-005'); });
    test.describe(\`ROW-002 \${name}\`, () => {});
    test.each([['ROW-003', 1], ['ROW-004', 2]])('%s holds for %i', () => {});`;
  write('e2e/home.spec.ts', source);
  expect(count()).toEqual({ status: 0, lines: ['Specification: 4 of 5 rows are in the title of a test.'] });

  write('packages/contracts/src/money.test.ts', `it('ROW-009 holds', () => {});`);
  expect(count()).toEqual({
    status: 1,
    lines: [
      'ROW-009 is in the title of a test, but not in docs/specification.md',
      'Specification: 4 of 5 rows are in the title of a test.',
    ],
  });
});
