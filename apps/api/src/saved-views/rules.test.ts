import { BUILT_IN_VIEWS } from '@shop/contracts/saved-views/built-in-views';
import { VIEW_LISTS } from '@shop/contracts/saved-views/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { builtInViews, canonicalQuery, filtersOf, rolesOf } from './rules.ts';
import { LISTS } from './service.ts';

describe('the canonical query of a view', () => {
  test.each([
    ['sorts its parameters', 'status=pending&from=2026-01-01', 'from=2026-01-01&status=pending'],
    ['has no page and no empty values', '?q=&after=1&status=pending&payment=+', 'status=pending'],
    ['has the displayed columns and density', 'density=compact&columns=a%2Cb', 'columns=a%2Cb&density=compact'],
    ['is empty for a list without filters', '', ''],
  ])('%s', (_title, query, canonical) => {
    expect(canonicalQuery(query)).toBe(canonical);
  });

  test('is its own canonical query, and has the same filters in any order', () => {
    const parameters = fc.uniqueArray(fc.tuple(fc.string(), fc.string()), { selector: ([name]) => name });
    fc.assert(
      fc.property(parameters, (entries) => {
        const canonical = canonicalQuery(`${new URLSearchParams(entries)}`);
        expect(canonicalQuery(canonical)).toBe(canonical);
        expect(canonicalQuery(`${new URLSearchParams(entries.toReversed())}`)).toBe(canonical);
      }),
    );
  });
});

test('the filters of a query are without what is displayed, and repeated ones are arrays', () => {
  expect(filtersOf('columns=a&density=compact&status=pending&q=a&q=b')).toEqual({ status: 'pending', q: ['a', 'b'] });
});

test.each(VIEW_LISTS)('the built-in views of %s are canonical, distinct and accepted by the list', (list) => {
  const views = builtInViews(list);

  expect(new Set(views.map(({ id }) => id)).size).toBe(BUILT_IN_VIEWS[list].length);
  for (const { query } of views) {
    expect(canonicalQuery(query)).toBe(query);
    expect(LISTS[list].accepts(query)).toBe(true);
  }
});

test.each(VIEW_LISTS)('%s accept no unknown, repeated or NUL parameters', (list) => {
  for (const query of ['color=red', 'status=pending&status=open', 'q=abc%00', 'columns=%00'])
    expect(LISTS[list].accepts(query), query).toBe(false);
});

test('owners see what is shared with either name of their role', () => {
  expect(rolesOf({ role: 'admin' })).toEqual(rolesOf({ role: 'owner' }));
  expect(rolesOf({ role: 'packer' })).toEqual(['packer']);
});
