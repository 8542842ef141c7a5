import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** The files that `npm test -- attacks` runs. */
const FILES = globSync('{apps,packages,scripts}/**/attacks-*.test.ts', {
  cwd: ROOT,
  exclude: ['**/node_modules/**', '**/build/**'],
});
const sourceOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const ROWS = [...sourceOf('docs/reports/threats.md').matchAll(/^\| (A\d\d) \|.*\| (.*) \|$/gm)].map(
  ([, id = '', tests = '']) => ({ id, tests }),
);

/** The ids at the start of test titles: strings that follow an opening parenthesis. */
const idsIn = (source: string) =>
  [...source.matchAll(/\(\s*['"`]((?:A\d\d )+)/g)].flatMap(([, ids = '']) => ids.trim().split(' '));

test('every attack of the threat model has a test with its id, and every such test has a row', () => {
  const named = new Set(FILES.flatMap((file) => idsIn(sourceOf(file))));

  expect(named.size).toBeGreaterThanOrEqual(35);
  expect([...named].toSorted()).toEqual(ROWS.map(({ id }) => id));
});

test('every attack suite of the API runs with and without Redis', () => {
  const once = FILES.filter((file) => file.startsWith('apps/api/')).filter(
    (file) => !/redisModes(IfRequested)?\(\)|aKillableRedis\(\)/.test(sourceOf(file)),
  );

  expect(once).toEqual([]);
});

test('the threat model has a row for every attack, with tests that contain its id', () => {
  for (const { id, tests } of ROWS)
    for (const [, file = ''] of tests.matchAll(/`([^`]+)`/g))
      expect([file, sourceOf(file).includes(id)]).toEqual([file, true]);
});

test.each(['docs/reports/threats.md', 'docs/reports/asvs.md'])('every test file cited in %s exists', (page) => {
  const named = [...sourceOf(page).matchAll(/`((?:apps|e2e|scripts)\/[^`]+\.tsx?)`/g)].map(([, file = '']) => file);

  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
