import { cartMessages } from '@shop/contracts/cart/messages';
import type { ShippingMethod } from '@shop/contracts/cart/schema';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { lockActiveUser } from '#platform/http/active-user.ts';
import {
  clearEndedDiscountCode,
  countLines,
  deleteLine,
  deleteLines,
  findCartId,
  findLine,
  findUsableDiscountCode,
  updateCart,
  updateSeenPrices,
  upsertLines,
} from './change-queries.ts';
import { capToStock, type Owner } from './rules.ts';

/** Locks a customer before the cart, in the order of an account deletion. */
export const changeCart = <T>(db: Db, owner: Owner, change: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    if ('userId' in owner) await lockActiveUser(tx, owner.userId);
    return change(tx);
  });

/** 0 or less removes the line. Returns a notice for the shopper if fewer are available. */
export const changeQuantity = (db: Db, owner: Owner, id: string, requestedQuantity: number) =>
  changeCart(db, owner, async (tx) => {
    const cart = assertFound(await tx.run(updateCart(owner)));
    if (requestedQuantity <= 0) {
      assertFound(await tx.run(deleteLine(cart.id, id)));
      return null;
    }
    const { variantId, unitPriceCents, availableQuantity } = assertFound(await tx.run(findLine(cart.id, id)));
    const { quantity, notice } = capToStock(requestedQuantity, availableQuantity, cartMessages.outOfStock);
    await tx.run(upsertLines(cart.id, [{ variantId, quantity, lastShownPriceCents: unitPriceCents }]));
    return notice;
  });

export const removeLine = (db: Db, owner: Owner, id: string) => changeQuantity(db, owner, id, 0);

/** Removes the discount too; the shipping method stays. */
export const clearCart = (db: Db, owner: Owner) =>
  changeCart(db, owner, async (tx) => {
    const cart = await tx.run(updateCart(owner, { discountCodeId: null }));
    if (cart) await tx.run(deleteLines(cart.id));
  });

/** An invalid code leaves the cart unchanged, including the previous code. */
export const applyDiscount = (db: Db, owner: Owner, code: string) =>
  changeCart(db, owner, async (tx) => {
    const cart = await tx.run(updateCart(owner));
    if (!cart || (await tx.run(countLines(cart.id))).count === 0) throw empty();
    const discountCode = await tx.run(findUsableDiscountCode(cart.id, code));
    if (!discountCode)
      throw new DomainError('invalid', 'discount_invalid', cartMessages.discountInvalid, {
        errors: [{ field: 'code', message: cartMessages.discountInvalid }],
      });
    await tx.run(updateCart(owner, { discountCodeId: discountCode.id }));
  });

export const removeDiscount = (db: Db, owner: Owner) => db.run(updateCart(owner, { discountCodeId: null }));

export async function chooseShipping(db: Db, owner: Owner, shippingMethod: ShippingMethod) {
  if (!(await db.run(updateCart(owner, { shippingMethod })))) throw empty();
}

/** The shopper has seen what changed. What would be ordered is the same, so the version is too. */
export async function acknowledgeChanges(db: Db, owner: Owner) {
  const cart = await db.run(findCartId(owner));
  if (!cart) return;
  await db.run(updateSeenPrices(cart.id));
  await db.run(clearEndedDiscountCode(cart.id));
}

const empty = () => new DomainError('conflict', 'cart_empty', cartMessages.empty);

/** A line of another cart is not found. */
function assertFound<T>(thing: T | undefined): T {
  if (thing === undefined) throw new DomainError('not_found', 'cart_item_not_found', cartMessages.lineNotFound);
  return thing;
}
