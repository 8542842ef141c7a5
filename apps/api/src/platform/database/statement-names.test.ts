import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '../..');
const NAMED = /\b(?:all|first|one|count)\(\s*'(\w+\.[\w.]+)'/g;

test('every statement has a name of its own, such as orders.lock', () => {
  const files = globSync('**/*.ts', { cwd: SOURCES }).filter((file) => !file.endsWith('.test.ts'));
  const names = files.flatMap((file) =>
    [...readFileSync(join(SOURCES, file), 'utf8').matchAll(NAMED)].map(([, name = '']) => name),
  );

  expect(names.length).toBeGreaterThan(500);
  expect(names.filter((name) => !/^[a-z]\w*\.[a-z]\w*$/i.test(name))).toEqual([]);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});
