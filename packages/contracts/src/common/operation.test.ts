import { expect, test } from 'vitest';
import { urlOf } from './operation.ts';

const operation = { route: 'DELETE /cart/items/:id' } as const;

test.each(['', '.', '..'])(
  'a URL with the parameter "%s", which would be the path of another operation, is rejected',
  (id) => {
    expect(() => urlOf(operation, { params: { id } })).toThrow('Not a value of the parameter id');
  },
);

test.each(['...', '.a', '../..', '%2e%2e', 'a/b'])('the parameter "%s" stays one segment of the path', (id) => {
  const { pathname } = new URL(urlOf(operation, { params: { id } }), 'http://localhost');

  expect(pathname.split('/').slice(0, 3)).toEqual(['', 'cart', 'items']);
  expect(pathname.split('/').slice(3).map(decodeURIComponent)).toEqual([id]);
});
