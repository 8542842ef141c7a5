import { discountCodeMessages } from '@shop/contracts/discounts/admin-messages';
import {
  DISCOUNT_CODES_SHOWN,
  type DiscountCodeQuery,
  type DiscountCodeSwitch,
  type DiscountCodeTerms,
  endsAfterStart,
  type NewDiscountCode,
} from '@shop/contracts/discounts/admin-schema';
import { assertUnchangedSince, record, type UndoableEntry, undoConflict } from '#audit/service.ts';
import { changesOf } from '#platform/changes.ts';
import { sortDirection } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { violatesConstraint } from '#platform/database/errors.ts';
import { basisPoints, bool, number, orNull, type Row, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, assignments, columnsOf, first, one, raw, rowsOf, sql, when } from '#platform/database/sql.ts';
import { recordEffect } from '#platform/dry-run.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { paginate } from '#platform/http/paging.ts';
import { discountCodeOf, discountCodeValues, effectOf, isLowered, termsOf, withIsoTimes } from './rules.ts';

const DEACTIVATED = { kind: 'changed', what: 'discount_code', change: 'deactivated', count: 1 } as const;

const toDiscountCode = (row: DiscountCodeRow) => discountCodeOf(row, new Date());
const notFound = () => new DomainError('not_found', 'discount_code_not_found', discountCodeMessages.notFound);

export async function browseDiscountCodes(db: Db, query: DiscountCodeQuery) {
  const rows = await db.run(listDiscountCodes(query, DISCOUNT_CODES_SHOWN + 1));
  const { items, next } = paginate(rows, DISCOUNT_CODES_SHOWN);
  return { discountCodes: items.map(toDiscountCode), next };
}

export async function getDiscountCode(db: Db, id: string) {
  const discountCode = await db.run(findDiscountCode(id));
  if (!discountCode) throw notFound();
  return toDiscountCode(discountCode);
}

export async function createDiscountCode(tx: Db, actor: Actor, { code, ...terms }: NewDiscountCode) {
  const discountCode = await tx
    .run(insertDiscountCode({ code, ...discountCodeValues(terms) }))
    .catch(throwConflictOn('discount_codes_code_key', 'code_taken', 'code', discountCodeMessages.codeTaken));
  const after = { code, ...terms };
  recordEffect(effectOf(discountCode));
  await record(tx, actor, {
    action: 'discount_code.create',
    entity: 'discount_code',
    entityId: discountCode.id,
    before: null,
    after,
  });
  return toDiscountCode(discountCode);
}

export function saveDiscountCode(db: Db, actor: Actor, id: string, terms: DiscountCodeTerms) {
  return db.transaction(async (tx) => {
    const before = await tx.run(lockDiscountCode(id));
    if (!before) throw notFound();
    // In one format: a time sent without milliseconds is no change.
    const change = changesOf(termsOf(before), withIsoTimes(terms));
    if (!change) return toDiscountCode(before);

    const saved = await updateTerms(tx, before, terms);
    recordEffect(effectOf(saved));
    await record(tx, actor, { action: 'discount_code.save', entity: 'discount_code', entityId: id, ...change });
    return toDiscountCode(saved);
  });
}

export function switchDiscountCode(db: Db, actor: Actor, id: string, { active }: DiscountCodeSwitch) {
  return db.transaction(async (tx) => {
    const discountCode = await tx.run(lockDiscountCode(id));
    if (!discountCode) throw notFound();
    if (discountCode.active === active) return toDiscountCode(discountCode);

    const saved = await tx.run(updateDiscountCode(id, { active }));
    recordEffect(active ? effectOf(saved) : DEACTIVATED);
    await record(tx, actor, {
      action: active ? 'discount_code.start' : 'discount_code.stop',
      entity: 'discount_code',
      entityId: id,
      before: { active: discountCode.active },
      after: { active },
    });
    return toDiscountCode(saved);
  });
}

/** A code can't be deleted, as orders refer to it: undoing its creation deactivates it. */
export async function undoDiscountCodeEntry(tx: Db, actor: Actor, entry: UndoableEntry) {
  const row = await tx.run(lockDiscountCode(entry.entityId));
  if (!row) throw notFound();
  const current = { ...termsOf(row), active: row.active };
  const left = withIsoTimes({ ...(entry.before === null && { active: true }), ...entry.after });
  assertUnchangedSince({ ...entry, after: left }, current);

  const restored = { ...current, ...(entry.before ?? { active: false }) };
  const change = changesOf(current, restored);
  if (!change) return;
  // The start and the end can belong to two entries.
  if (!endsAfterStart(restored)) throw undoConflict(discountCodeMessages.endsTooSoon);
  const { active, ...terms } = restored;
  const saved =
    active === row.active ? await updateTerms(tx, row, terms) : await tx.run(updateDiscountCode(row.id, { active }));
  recordEffect(row.active && !active ? DEACTIVATED : effectOf(saved));
  await record(tx, actor, { action: 'discount_code.undo', entity: 'discount_code', entityId: row.id, ...change });
}

/** Of a locked code. */
const updateTerms = (tx: Db, { id, perUserLimit }: DiscountCodeRow, terms: DiscountCodeTerms) =>
  tx
    .run(
      updateDiscountCode(id, {
        ...discountCodeValues(terms),
        ...(isLowered(perUserLimit, terms.perUserLimit) && LOWERED_NOW),
      }),
    )
    .catch(
      throwConflictOn('discount_codes_within_limit', 'limit_below_used', 'usageLimit', discountCodeMessages.belowUsed),
    );

const throwConflictOn = (constraint: string, code: string, field: string, message: string) => (error: unknown) => {
  if (!violatesConstraint(error, constraint)) throw error;
  throw new DomainError('conflict', code, message, { errors: [{ field, message }] });
};

const discountCode = {
  id: uuid,
  code: text,
  title: text,
  description: text,
  percentBp: basisPoints,
  active: bool,
  startsAt: orNull(timestamp),
  endsAt: orNull(timestamp),
  usageLimit: orNull(number),
  perUserLimit: orNull(number),
  perUserLimitLoweredAt: orNull(timestamp),
  used: number,
};
const COLUMNS = columnsOf(discountCode);

type DiscountCodeRow = Row<typeof discountCode>;
type Values = Pick<
  DiscountCodeRow,
  'title' | 'description' | 'percentBp' | 'startsAt' | 'endsAt' | 'usageLimit' | 'perUserLimit'
>;

/** Newest first by default, keyset pagination: ids are time-ordered (UUIDv7), and codes are unique. */
function listDiscountCodes({ sort = '-created', after }: DiscountCodeQuery, limit: number) {
  const { direction, beyond } = sortDirection(sort);
  const isByCode = sort === 'code' || sort === '-code';
  const key = raw(isByCode ? 'code' : 'id');
  const last = isByCode ? sql`(select code from discount_codes where id = ${after})` : sql`${after}`;
  return all('discounts.list', discountCode)`
    select ${COLUMNS} from discount_codes ${when(after, sql`where ${key} ${beyond} ${last}`)}
     order by ${key} ${direction} limit ${limit}`;
}

const findDiscountCode = (id: string) =>
  first('discounts.find', discountCode)`select ${COLUMNS} from discount_codes where id = ${id}`;

const lockDiscountCode = (id: string) =>
  first('discounts.lock', discountCode)`
    select ${COLUMNS} from discount_codes where id = ${id} for no key update`;

const insertDiscountCode = (values: Values & { code: string }) =>
  one('discounts.insert', discountCode)`insert into discount_codes ${rowsOf([values])} returning ${COLUMNS}`;

/** Not now(): a redemption that locked the code first may have started later than this transaction. */
const LOWERED_NOW = { perUserLimitLoweredAt: sql`clock_timestamp()` };

/** Never writes `used`, which is counted by orders. */
const updateDiscountCode = (id: string, change: (Values & Partial<typeof LOWERED_NOW>) | { active: boolean }) =>
  one('discounts.update', discountCode)`
    update discount_codes set ${assignments(change)} where id = ${id} returning ${COLUMNS}`;
