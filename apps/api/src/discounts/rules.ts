import { type BasisPoints, toBasisPoints, toPercent } from '@shop/contracts/common/money';
import type { DiscountCode, DiscountCodeTerms } from '@shop/contracts/discounts/admin-schema';
import type { Effect } from '@shop/contracts/effects/schema';
import { toIso } from '#platform/timestamps.ts';

type Row = {
  id: string;
  code: string;
  title: string;
  description: string;
  percentBp: BasisPoints;
  active: boolean;
  startsAt: Date | null;
  endsAt: Date | null;
  usageLimit: number | null;
  perUserLimit: number | null;
  used: number;
};

export const discountCodeOf = (row: Row, now: Date): DiscountCode => ({
  id: row.id,
  code: row.code,
  active: row.active,
  used: row.used,
  status: statusOf(row, now),
  ...termsOf(row),
});

export const termsOf = (row: Row): DiscountCodeTerms => ({
  title: row.title,
  description: row.description,
  percent: toPercent(row.percentBp),
  startsAt: row.startsAt && toIso(row.startsAt),
  endsAt: row.endsAt && toIso(row.endsAt),
  usageLimit: row.usageLimit,
  perUserLimit: row.perUserLimit,
});

/** Terms of an audit entry, whose times have the format of the request, in the format of `termsOf`. */
export const withIsoTimes = (terms: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(terms).map(([field, value]) => [
      field,
      (field === 'startsAt' || field === 'endsAt') && typeof value === 'string' ? toIso(value) : value,
    ]),
  );

export const discountCodeValues = ({ percent, startsAt, endsAt, ...terms }: DiscountCodeTerms) => ({
  ...terms,
  percentBp: toBasisPoints(percent),
  startsAt: startsAt === null ? null : new Date(startsAt),
  endsAt: endsAt === null ? null : new Date(endsAt),
});

/** Why the code cannot be used now, or 'active'. */
function statusOf({ active, startsAt, endsAt, usageLimit, used }: Omit<Row, 'id'>, now: Date) {
  if (!active) return 'deactivated';
  if (endsAt && endsAt <= now) return 'expired';
  if (usageLimit !== null && used >= usageLimit) return 'limit_reached';
  return startsAt && startsAt > now ? 'scheduled' : 'active';
}

/** Of a code as it is stored now. One that is deactivated does nothing for customers. */
export const effectOf = ({ active, code, percentBp, usageLimit }: Row): Effect =>
  active
    ? { kind: 'discount_code', code, percent: toPercent(percentBp), usageLimit }
    : { kind: 'changed', what: 'discount_code', change: 'updated', count: 1 };

/** Null means no limit. */
export const isLowered = (before: number | null, after: number | null) =>
  after !== null && (before === null || after < before);
