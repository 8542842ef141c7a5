import type { AuditChange, AuditEntry } from '@shop/contracts/audit/schema';
import { undoMessages } from '@shop/contracts/audit/undo-messages';
import { describe, expect, test } from 'vitest';
import { datesIn } from '#lib/dates.ts';
import { effectOf, sentenceOf, splitChanges } from './entry-text.ts';
import { dayTitle, groupByDay } from './log-list.tsx';

const price: AuditChange = { label: 'Price', before: '$10.00', after: '$12.00' };
const text: AuditChange = { label: 'Description', before: 'Old '.repeat(50), after: 'New' };
const ENTRY: AuditEntry = {
  id: '01890000-0000-7000-8000-000000000001',
  createdAt: '2026-03-05T14:03:09.000Z',
  actor: null,
  action: 'product.update',
  entity: 'product',
  entityId: '01890000-0000-7000-8000-000000000002',
  verb: 'changed the price of',
  title: 'Moon Ring',
  href: null,
  changes: [price],
  erased: false,
  undo: 'possible',
};

describe('the text of an audit entry', () => {
  test('shows short changes on one line and folds long ones', () => {
    const many = Array.from({ length: 5 }, (_, place) => ({ ...price, label: `Field ${place}` }));

    expect(splitChanges([text, price])).toEqual({ shown: [price], folded: [text] });
    expect(splitChanges(many)).toEqual({ shown: many.slice(0, 3), folded: many.slice(3) });
  });

  test('says what an undo restores', () => {
    expect(sentenceOf(ENTRY)).toBe('changed the price of Moon Ring');
    expect(sentenceOf({ ...ENTRY, title: '' })).toBe('changed the price of');
    expect(effectOf(ENTRY)).toBe('This restores Price $10.00.');
    expect(effectOf({ ...ENTRY, changes: [text] })).toBe(undoMessages.effectOfAll);
    expect(effectOf({ ...ENTRY, action: 'page.delete' })).toBe(undoMessages.effectOfDeletion);
  });
});

test('days of the audit log are headings in UTC', () => {
  const { dayOf } = datesIn('UTC');
  const today = dayOf(new Date('2026-03-06T00:30:00Z'));
  const entries = ['2026-03-06T00:10:00Z', '2026-03-05T23:59:59Z', '2026-03-05T00:00:00Z'].map((createdAt, place) => ({
    ...ENTRY,
    id: `${place}`,
    createdAt,
  }));

  expect(groupByDay(entries, dayOf).map((day) => [day.day, day.entries.length])).toEqual([
    ['2026-03-06', 1],
    ['2026-03-05', 2],
  ]);
  expect(['2026-03-06', '2026-03-05', '2026-03-04', '2025-12-31'].map((day) => dayTitle(day, today))).toEqual([
    'Today, Mar 6',
    'Yesterday, Mar 5',
    'Wednesday, Mar 4',
    'Wednesday, Dec 31, 2025',
  ]);
});
