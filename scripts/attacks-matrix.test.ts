import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** What `npm test -- attacks` runs. */
const FILES = globSync('{apps,packages,scripts}/**/attacks-*.test.ts', {
  cwd: ROOT,
  exclude: ['**/node_modules/**', '**/build/**'],
});
const sourceOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** The ids a title begins with: a text that follows the bracket of a call. */
const idsIn = (source: string) =>
  [...source.matchAll(/\(\s*['"`]((?:A\d\d )+)/g)].flatMap(([, ids = '']) => ids.trim().split(' '));

test('every attack from A01 to A35 is performed by a test that names it', () => {
  const known = Array.from({ length: 35 }, (_, i) => `A${String(i + 1).padStart(2, '0')}`);

  const named = new Set(FILES.flatMap((file) => idsIn(sourceOf(file))));

  expect([...named].toSorted()).toEqual(known);
});

test('every suite of attacks on the API runs with Redis and without it', () => {
  const once = FILES.filter((file) => file.startsWith('apps/api/')).filter(
    (file) => !/redisModes(IfRequested)?\(\)|aKillableRedis\(\)/.test(sourceOf(file)),
  );

  expect(once).toEqual([]);
});

test('the threat model has a row for every attack, whose tests name it', () => {
  const rows = [...sourceOf('docs/threats.md').matchAll(/^\| (A\d\d) \|.*\| (.*) \|$/gm)];

  expect(rows.map(([, id]) => id)).toEqual(Array.from({ length: 35 }, (_, i) => `A${String(i + 1).padStart(2, '0')}`));
  for (const [, id = '', tests = ''] of rows)
    for (const [, file = ''] of tests.matchAll(/`([^`]+)`/g))
      expect([file, sourceOf(file).includes(id)]).toEqual([file, true]);
});

test.each(['docs/threats.md', 'docs/asvs.md'])('every test that %s gives as evidence is there', (page) => {
  const named = [...sourceOf(page).matchAll(/`((?:apps|e2e|scripts)\/[^`]+\.tsx?)`/g)].map(([, file = '']) => file);

  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
