import { auditActionLabels } from '@shop/contracts/audit/messages';
import { auditVerbs } from '@shop/contracts/audit/verb-messages';
import { describe, expect, test } from 'vitest';
import { changesIn, type LoggedEntry } from './change-rules.ts';
import { hrefOf, titleOf, verbOf } from './sentence-rules.ts';

const ID = '01890000-0000-7000-8000-000000000001';
const entryOf = (entry: Partial<LoggedEntry>): LoggedEntry => ({
  action: 'product.update',
  entity: 'product',
  entityId: ID,
  before: {},
  after: {},
  ...entry,
});
const changes = (entity: string, before: LoggedEntry['before'], after: LoggedEntry['after'], title = '') =>
  changesIn(entryOf({ entity, before, after }), title).map(({ label, before: was, after: is }) => [label, was, is]);

describe('the verb of an audit entry', () => {
  test.each(Object.keys(auditActionLabels))('exists for %s', (action) => {
    const verb = verbOf(entryOf({ action, before: null, after: null }));

    expect(verb).toBe(new Map(Object.entries(auditVerbs)).get(action));
    expect(verb).toMatch(/^[a-z].*[^.]$/);
  });

  test.each([
    ['product.update', { price: 10, version: 1 }, { price: 12, version: 2 }, 'changed the price of'],
    ['product.update', { price: 10 }, { price: 12, version: 2, batch: ID }, 'changed the price of'],
    ['product.update', { price: 10, name: 'A' }, { price: 12, name: 'B' }, 'edited the product'],
    ['product.update', { status: 'draft' }, { status: 'published' }, 'published the product'],
    ['collection.save', { status: 'published' }, { status: 'draft' }, 'unpublished the collection'],
    ['order.status', { status: 'pending' }, { status: 'cancelled' }, 'cancelled order'],
    ['review.moderate', { status: 'pending' }, { status: 'approved' }, 'approved a review of'],
    ['setup.hide', { hidden: false }, { hidden: true }, 'hid the set-up guide'],
    ['vase.break_down', null, {}, 'vase break down'],
  ])('of %s from %j to %j is exact', (action, before, after, verb) => {
    expect(verbOf(entryOf({ action, before, after }))).toBe(verb);
  });
});

describe('the title of an audit entry', () => {
  test('is the current name, else the name in the entry, else says that the record is deleted', () => {
    const name = { title: 'Moon Ring', target: ID };

    expect(titleOf(entryOf({}), name)).toBe('Moon Ring');
    expect(titleOf(entryOf({ entity: 'discount_code', after: { code: 'TEN' } }), undefined)).toBe('TEN');
    expect(titleOf(entryOf({}), undefined)).toBe('(deleted)');
    expect(titleOf(entryOf({ entity: 'job', entityId: '7', before: { task: 'send_email' } }), undefined)).toBe(
      'send email',
    );
    expect(titleOf(entryOf({ entity: 'settings', entityId: 'store' }), undefined)).toBe('');
    expect(titleOf(entryOf({ entity: 'online_store', entityId: 'slides' }), undefined)).toBe('Hero slides');
    expect(hrefOf(entryOf({}), name)).toBe(`/admin/products/edit/${ID}`);
    expect(hrefOf(entryOf({}), undefined)).toBeNull();
  });
});

describe('the changes of an audit entry', () => {
  test.each([
    ['money', 'product', { price: 10 }, { price: 12.5 }, [['Price', '$10.00', '$12.50']]],
    ['no sale price', 'product', { salePrice: 0 }, { salePrice: 9 }, [['Sale price', null, '$9.00']]],
    ['booleans', 'product', { stock: true }, { stock: false }, [['In stock', 'Yes', 'No']]],
    ['percentages', 'settings', { taxPercent: 8 }, { taxPercent: 7.25 }, [['Tax rate', '8%', '7.25%']]],
    ['roles', 'customer', { role: 'customer' }, { role: 'packer' }, [['Role', 'Customer', 'Fulfillment']]],
    ['codes', 'order', { paymentStatus: 'paid' }, { paymentStatus: 'refunded' }, [['Payment', 'Paid', 'Refunded']]],
    [
      'times',
      'discount_code',
      { endsAt: null },
      { endsAt: '2026-11-01T12:00:00.000Z' },
      [['Ends', null, expect.stringMatching(/^Nov 1, 2026, 12:00\sPM UTC$/)]],
    ],
    [
      'lists as added and removed',
      'product',
      { tags: ['gift', 'moon'] },
      { tags: ['moon', 'new'] },
      [
        ['Tags added', null, 'new'],
        ['Tags removed', null, 'gift'],
      ],
    ],
    ['the order of a list', 'category', { order: ['A', 'B'] }, { order: ['B', 'A'] }, [['Order', null, 'Reordered']]],
    ['lists of ids by their number', 'collection', { products: [ID] }, { products: [] }, [['Products', '1', '0']]],
    [
      'specifications by their name',
      'product',
      { specifications: { Stone: 'Opal', Cut: 'Round' } },
      { specifications: { Stone: 'Moonstone', Cut: 'Round' } },
      [['Stone', 'Opal', 'Moonstone']],
    ],
    [
      'variants by their options',
      'product',
      { variants: [{ id: '1', sku: 'A', options: { Size: 'M' }, priceDifference: 0 }] },
      {
        variants: [
          { id: '1', sku: 'A', options: { Size: 'M' }, priceDifference: 5 },
          { id: '2', sku: 'B', options: { Size: 'L' }, priceDifference: 0 },
        ],
      },
      [
        ['M: price difference', '$0.00', '$5.00'],
        ['Variants added', null, 'L'],
      ],
    ],
    [
      'shipments',
      'order',
      { status: 'processing' },
      {
        status: 'processing',
        shipment: { number: 2, carrier: 'UPS', items: [{ name: 'Ring', options: ['M'], quantity: 2 }], notify: true },
      },
      [
        ['Shipment', null, '2'],
        ['Carrier', null, 'UPS'],
        ['Items', null, '2 × Ring, M'],
        ['Customer notified', null, 'Yes'],
      ],
    ],
    [
      'saved views',
      'saved_view',
      { query: 'status=pending', sharedWith: [] },
      { query: 'status=shipped&sort=-created', sharedWith: ['packer'] },
      [
        ['Filters', null, 'Changed'],
        ['Shared with', null, 'Fulfillment'],
      ],
    ],
    ['no ids', 'export', null, { filter: { customer: ID } }, []],
    [
      'amounts with their currency',
      'order',
      { refundable: 1_250 },
      { refundable: 0, refund: { id: ID, amountMinor: 1_250, currency: 'INR', reason: 'A scratch' } },
      [
        ['Reason', null, 'A scratch'],
        ['Amount', null, '₹12.50'],
      ],
    ],
  ])('shows %s', (_name, entity, before, after, expected) => {
    expect(changes(entity, before, after)).toEqual(expected);
  });

  test('has no ids, versions, empty fields, unchanged fields and titles', () => {
    const hidden = { id: ID, version: 2, snapshot: { draft: 'x' } };
    const after = { ...hidden, name: 'Moon Ring', description: '', brand: 'Nocturne' };

    expect(changes('product', null, after, 'Moon Ring')).toEqual([['Brand', null, 'Nocturne']]);
    expect(changes('product', { brand: 'Nocturne' }, { brand: 'Nocturne' })).toEqual([]);
  });

  test('names the variant of a stock adjustment', () => {
    const adjusted = entryOf({
      action: 'stock.adjust',
      before: { sku: 'RING-6', quantity: 4 },
      after: { sku: 'RING-6', quantity: 12, reason: 'Received' },
    });

    expect(changesIn(adjusted, '')).toEqual([
      { label: 'RING-6', before: '4', after: '12' },
      { label: 'Reason', before: null, after: 'Received' },
    ]);
  });

  test('shortens a long text', () => {
    const [[, , text] = []] = changes('product', { description: 'A' }, { description: 'B'.repeat(20_000) });

    expect(text).toHaveLength(2_000);
  });
});
