import { expect, test } from 'vitest';
import { movedIds } from './taxonomy-kind.ts';

test.each([
  [{ up: 'b', down: '' }, ['b', 'a', 'c']],
  [{ up: '', down: 'b' }, ['a', 'c', 'b']],
  [{ up: 'a', down: '' }, ['a', 'b', 'c']],
  [{ up: '', down: 'c' }, ['a', 'b', 'c']],
  [{ up: 'unknown', down: '' }, ['a', 'b', 'c']],
])('moving %j in a list of three gives %j', (move, expected) => {
  expect(movedIds(['a', 'b', 'c'], move)).toEqual(expected);
});
