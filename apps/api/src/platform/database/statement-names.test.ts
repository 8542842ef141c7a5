import { expect, test } from 'vitest';
import { namesInSources } from '#test/statements/names.ts';

test('every statement has a name of its own, such as orders.lock', () => {
  const names = namesInSources();

  expect(names.length).toBeGreaterThan(500);
  expect(names.filter((name) => !/^[a-z]\w*\.[a-z]\w*$/i.test(name))).toEqual([]);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});
