import { auditMessages } from '@shop/contracts/audit/messages';
import type { AuditEntry } from '@shop/contracts/audit/schema';
import { staffMessages } from '@shop/contracts/common/messages';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { AuditTable } from './audit-table.tsx';

const ENTRY: AuditEntry = {
  id: '01890000-0000-7000-8000-000000000001',
  actor: { id: '01890000-0000-7000-8000-000000000002', name: 'Grace', email: 'grace@example.com' },
  action: 'order.refund',
  entity: 'order',
  entityId: 'one',
  before: { refundable: 1_250, paymentStatus: 'paid' },
  after: {
    refundable: 0,
    paymentStatus: 'refunded',
    refund: { amountMinor: 1_250, currency: 'INR', reason: 'A scratch' },
  },
  requestId: null,
  createdAt: '2026-03-05T14:03:09.000Z',
};

/** The text of each cell of the only row, line by line. */
function cellsOf(entry: Partial<AuditEntry>) {
  const html = renderToStaticMarkup(<AuditTable entries={[{ ...ENTRY, ...entry }]} />);
  const cells = html.match(/<td.*?<\/td>/g) ?? [];
  return cells.map((cell) =>
    cell
      .replaceAll(/<\/(div|span)>/g, '\n')
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('&amp;', '&')
      .trim()
      .split('\n')
      // The column label, which narrow screens show in every cell.
      .slice(1),
  );
}

describe('audit log table', () => {
  test('labels action and entity type, and formats fields and values for reading', () => {
    const [, who, action, before, after] = cellsOf({});

    expect(who).toEqual(['Grace', 'grace@example.com']);
    expect(action).toEqual(['Issued a refund', 'Order one']);
    expect(before).toEqual(['Refundable (minor units): 1,250', 'Payment status: Paid']);
    expect(after).toEqual([
      'Refundable (minor units): 0',
      'Payment status: Refunded',
      'Refund: Amount ₹12.50, Reason A scratch',
    ]);
  });

  test.each([
    ['a boolean', { active: true, sellable: false }, ['Active: Yes', 'Sellable: No']],
    ['empty values', { salePrice: null, tags: [], title: '' }, ['Sale price: None', 'Tags: None', 'Title: None']],
    ['a list', { images: ['/a.webp', '/b.webp'] }, ['Images: /a.webp, /b.webp']],
    ['a timestamp', { endsAt: '2026-11-01T12:00:00.000Z' }, [expect.stringMatching(/^Ends at: (?!.*T12).*2026/)]],
    [
      'nested objects',
      {
        variants: [
          { sku: 'A-1', options: { Size: 'M' } },
          { sku: 'A-2', options: { Size: 'L' } },
        ],
      },
      ['Variants: SKU A-1, Options Size M; SKU A-2, Options Size L'],
    ],
  ])('formats %s as text', (_name, details, lines) => {
    const [, , , , after] = cellsOf({ after: details });

    expect(after).toEqual(lines);
  });

  test('shows None for a missing previous state, and Details removed for erased details', () => {
    const created = cellsOf({ before: null, after: { name: 'Ring' } });
    const erased = cellsOf({ before: null, after: null });

    expect(created.slice(3)).toEqual([[auditMessages.nothing], ['Name: Ring']]);
    expect(erased.slice(3)).toEqual([[auditMessages.erased], [auditMessages.erased]]);
  });

  test('shows a former staff member without an email address, and the system as actor', () => {
    const former = cellsOf({ actor: { id: ENTRY.id, name: staffMessages.formerStaffMember, email: null } });
    const system = cellsOf({ actor: null });

    expect([former[1], system[1]]).toEqual([[staffMessages.formerStaffMember], [auditMessages.system]]);
  });

  test.each([
    ['import.upload', 'product_import', ['Uploaded a file', 'Product import one']],
    ['orders.bulk_update', 'order_batch', ['Updated several orders', 'Bulk order update one']],
    ['image.upload', 'image', ['Uploaded an image', 'Image one']],
    ['difference.resolve', 'difference', ['Resolved a difference', 'Reconciliation difference one']],
    ['vase.break', 'vase', ['vase.break', 'vase one']],
  ])('labels %s, or shows the codes of an unknown action', (action, entity, lines) => {
    expect(cellsOf({ action, entity })[2]).toEqual(lines);
  });
});
