import { expect, test } from 'vitest';
import { findDialect } from './vocabulary.ts';

test.each([
  ['an identifier', 'const wasToldLately = true;', 'told'],
  ['a column', 'update orders set doer_name = null', 'doer'],
  ['a comment', '// Whoever pays first wins.', 'whoever'],
  ['a plural', 'const strays = [];', 'strays'],
])('finds a word of the former dialect in %s', (_where, line, word) => {
  expect(findDialect('apps/api/src/orders/service.ts', `first line\n${line}`)).toMatchObject([{ line: 2, word }]);
});

test('finds a word of the former dialect in a file name', () => {
  expect(findDialect('apps/api/src/orders/desk.ts', '')).toMatchObject([{ line: 0, word: 'desk' }]);
});

test('accepts ordinary code, the wishlist and listed exceptions', () => {
  const code =
    "class Cart { constructor() {} }\nconst wishlist = [];\n.title { letter-spacing: 0 }\ntest('WISH-004 …')";

  expect(findDialect('apps/web/app/app.css', code)).toEqual([]);
});
