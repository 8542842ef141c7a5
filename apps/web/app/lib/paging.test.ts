import { expect, test } from 'vitest';
import { nextCursor } from './paging.ts';

test.each([
  ['</api/products?limit=24&cursor=a%2Bb>; rel="next"', 'a+b'],
  ['</api/products?cursor=first>; rel="prev"', undefined],
  [undefined, undefined],
])('the next cursor in the Link header %s is %s', (link, cursor) => {
  expect(nextCursor(new Headers(link ? { link } : {}))).toBe(cursor);
});
