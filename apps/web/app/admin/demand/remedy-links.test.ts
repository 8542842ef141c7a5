import type { DemandRow } from '@shop/contracts/analytics/demand-schema';
import { can, type Permission } from '@shop/contracts/common/permissions';
import { expect, test } from 'vitest';
import { remedyLinks } from './remedy-links.ts';

const SEARCH: DemandRow = {
  subject: 'search',
  key: 'bag & belt',
  name: 'bag & belt',
  options: {},
  productId: null,
  available: null,
  lost: 4,
  searches: 4,
  clicks: 0,
  remedy: null,
};
const VARIANT: DemandRow = {
  ...SEARCH,
  subject: 'variant',
  key: 'v1',
  name: 'Moon Ring',
  productId: 'p1',
  available: 0,
};
const as = (role: string) => (permission: Permission) => can({ role }, permission);

test('a search has links to synonyms and to a new product with its name', () => {
  expect(remedyLinks(SEARCH, as('content'))).toEqual([
    { remedy: 'synonym', to: '/admin/synonyms?words=bag+%26+belt' },
    { remedy: 'product', to: '/admin/products/new?name=Bag+%26+belt' },
  ]);
});

test('a sold-out variant has a link to the stock of its product', () => {
  expect(remedyLinks(VARIANT, as('manager'))).toEqual([
    { remedy: 'restock', to: '/admin/products/edit/p1#adjust-stock' },
  ]);
});

test('a role without the permission has no links', () => {
  expect(remedyLinks(SEARCH, as('read-only'))).toEqual([]);
  expect(remedyLinks(VARIANT, as('content'))).toEqual([]);
});
