import { expect, test } from 'vitest';
import {
  apiQuery,
  canonicalQuery,
  countOf,
  isFiltered,
  isShown,
  keptParameters,
  listUrl,
  nextSort,
  viewUrl,
} from './list-query.ts';

const search = (query: string) => new URLSearchParams(query);

test('apiQuery removes empty filters and what only the page reads', () => {
  const query = apiQuery(search('q=&status=pending&after=x&columns=date&columns=&density=compact&done=saved&delete=1'));

  expect(query.toString()).toBe('status=pending&after=x');
});

test('canonicalQuery is equal for the same filters in another order, on another page', () => {
  expect(canonicalQuery(search('status=pending&payment=due'))).toBe(
    canonicalQuery(search('q=&payment=due&status=pending&after=x&density=compact')),
  );
  expect(canonicalQuery(search('status=pending'))).not.toBe(canonicalQuery(search('status=shipped')));
});

test('isFiltered ignores sort order, page and display', () => {
  expect(isFiltered(search('sort=total&after=x&columns=date&density=compact&q='))).toBe(false);
  expect(isFiltered(search('sort=total&status=pending'))).toBe(true);
});

test('countOf finds the view with the filters of the list in any sort order', () => {
  const views = [
    { query: 'status=pending', count: '7' },
    { query: 'sort=-total&status=shipped', count: '10,000+' },
    { query: 'status=all', count: '' },
  ];

  expect(countOf(views, search('sort=date&status=pending&after=x'))).toBe('7');
  expect(countOf(views, search('status=shipped'))).toBe('10,000+');
  expect(countOf(views, search('status=all'))).toBeUndefined();
  expect(countOf(views, search('status=pending&q=ada'))).toBeUndefined();
  expect(countOf(views, search('sort=date'))).toBe('7');
  expect(countOf([], search(''))).toBeUndefined();
});

test('listUrl replaces and removes parameters and returns to the first page', () => {
  const url = search('status=pending&after=x&done=saved&columns=date&columns=items');

  expect(listUrl('/admin/orders', url, { sort: '-total' })).toBe(
    '/admin/orders?status=pending&columns=date&columns=items&sort=-total',
  );
  expect(listUrl('/admin/orders', search('status=pending'), { status: undefined })).toBe('/admin/orders');
});

test('viewUrl replaces the filters and keeps columns and density', () => {
  expect(viewUrl('/admin/orders', search('status=pending&density=compact'), 'payment=due')).toBe(
    '/admin/orders?payment=due&density=compact',
  );
});

test('keptParameters lists what a form does not set itself', () => {
  const url = search('status=pending&sort=total&columns=&columns=date&after=x');

  expect(keptParameters(url, ['sort', 'columns'])).toEqual([
    ['sort', 'total'],
    ['columns', ''],
    ['columns', 'date'],
  ]);
  expect(keptParameters(url, 'all-but-display')).toEqual([
    ['status', 'pending'],
    ['sort', 'total'],
  ]);
});

test('isShown follows the default of a column until columns are chosen', () => {
  expect(isShown(search(''), { key: 'date', optional: 'on' })).toBe(true);
  expect(isShown(search(''), { key: 'userId', optional: 'off' })).toBe(false);
  expect(isShown(search('columns=&columns=userId'), { key: 'userId', optional: 'off' })).toBe(true);
  expect(isShown(search('columns='), { key: 'date', optional: 'on' })).toBe(false);
  expect(isShown(search('columns='), { key: 'number' })).toBe(true);
});

test('nextSort reverses the sort order of the active column', () => {
  expect(nextSort('-date', ['-total', 'total'])).toBe('-total');
  expect(nextSort('-total', ['-total', 'total'])).toBe('total');
  expect(nextSort('total', ['-total', 'total'])).toBe('-total');
});
