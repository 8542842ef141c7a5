import { type NewPromoCode, PROMO_CODES_SHOWN, type PromoSwitch, type PromoTerms } from '@shop/contracts/promo-codes';
import { promoMessages } from '@shop/contracts/promo-codes-texts';
import { record } from '#audit/service.ts';
import type { Db } from '#db.ts';
import type { Actor } from '#platform/access.ts';
import { violatesConstraint } from '#platform/database-errors.ts';
import { DomainError } from '#platform/errors.ts';
import { pageOf } from '#platform/paging.ts';
import {
  findPromo,
  insertPromo,
  LOWERED_NOW,
  listPromos,
  lockPromo,
  type PromoRow,
  updatePromo,
} from './queries-promos.ts';
import { changesOf } from './rules.ts';
import { isLowered, promoOf, promoValues, termsOf } from './rules-promos.ts';

const toPromoCode = (row: PromoRow) => promoOf(row, new Date());
const notFound = () => new DomainError('not_found', 'promo_not_found', promoMessages.notFound);

export async function browsePromos(db: Db, after: string | undefined) {
  const { items, next } = pageOf(await listPromos(db, after, PROMO_CODES_SHOWN + 1), PROMO_CODES_SHOWN);
  return { promos: items.map(toPromoCode), next };
}

export async function getPromo(db: Db, id: string) {
  const promo = await findPromo(db, id);
  if (!promo) throw notFound();
  return toPromoCode(promo);
}

export function createPromo(db: Db, actor: Actor, { code, ...terms }: NewPromoCode) {
  return db.transaction(async (tx) => {
    const promo = await insertPromo(tx, { code, ...promoValues(terms) }).catch(
      throwConflictOn('promo_codes_code_key', 'code_taken', 'code', promoMessages.codeTaken),
    );
    const after = { code, ...terms };
    await record(tx, actor, {
      action: 'discount_code.create',
      entity: 'discount_code',
      entityId: promo.id,
      before: null,
      after,
    });
    return toPromoCode(promo);
  });
}

export function savePromo(db: Db, actor: Actor, id: string, terms: PromoTerms) {
  return db.transaction(async (tx) => {
    const before = await lockPromo(tx, id);
    if (!before) throw notFound();
    const change = changesOf(termsOf(before), terms);
    if (!change) return toPromoCode(before);

    const values = { ...promoValues(terms), ...(isLowered(before.perUserLimit, terms.perUserLimit) && LOWERED_NOW) };
    const saved = await updatePromo(tx, id, values).catch(
      throwConflictOn('promo_codes_within_limit', 'limit_below_used', 'usageLimit', promoMessages.belowUsed),
    );
    await record(tx, actor, { action: 'discount_code.save', entity: 'discount_code', entityId: id, ...change });
    return toPromoCode(saved);
  });
}

export function switchPromo(db: Db, actor: Actor, id: string, { active }: PromoSwitch) {
  return db.transaction(async (tx) => {
    const promo = await lockPromo(tx, id);
    if (!promo) throw notFound();
    if (promo.active === active) return toPromoCode(promo);

    const saved = await updatePromo(tx, id, { active });
    await record(tx, actor, {
      action: active ? 'discount_code.start' : 'discount_code.stop',
      entity: 'discount_code',
      entityId: id,
      before: { active: promo.active },
      after: { active },
    });
    return toPromoCode(saved);
  });
}

const throwConflictOn = (constraint: string, code: string, field: string, message: string) => (error: unknown) => {
  if (!violatesConstraint(error, constraint)) throw error;
  throw new DomainError('conflict', code, message, { errors: [{ field, message }] });
};
