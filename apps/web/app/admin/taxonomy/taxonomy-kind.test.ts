import { expect, test } from 'vitest';
import { movedIds } from './taxonomy-kind.ts';

test.each([
  [{ up: 'b', down: '', place: 1 }, ['b', 'a', 'c']],
  [{ up: '', down: 'b', place: 1 }, ['a', 'c', 'b']],
  [{ up: 'a', down: '', place: 0 }, ['a', 'b', 'c']],
  [{ up: '', down: 'c', place: 2 }, ['a', 'b', 'c']],
])('moving %j in a list of three gives %j', (move, expected) => {
  expect(movedIds(['a', 'b', 'c'], move)).toEqual(expected);
});

test.each([
  { up: 'b', down: '', place: 1 },
  { up: '', down: 'b', place: 1 },
])('moving %j twice moves it once', (move) => {
  const once = movedIds(['a', 'b', 'c', 'd'], move);
  expect(once && movedIds(once, move)).toEqual(once);
});

test.each([
  { up: 'c', down: '', place: 1 },
  { up: '', down: 'a', place: 2 },
  { up: 'unknown', down: '', place: 1 },
  { up: 'b', down: '', place: Number.NaN },
])('moving %j, which has another place by now, gives no order', (move) => {
  expect(movedIds(['a', 'b', 'c'], move)).toBeUndefined();
});
