import type { ShippingMethod } from '@shop/contracts/cart';
import { cartMessages } from '@shop/contracts/checkout-texts';
import type { Db } from '#db.ts';
import { lockActiveUser } from '#platform/active-user.ts';
import { DomainError } from '#platform/errors.ts';
import {
  clearEndedPromo,
  countLines,
  deleteLine,
  deleteLines,
  findCartId,
  findLine,
  findUsablePromo,
  updateCart,
  updateSeenPrices,
  upsertLines,
} from './queries-change.ts';
import { capToStock, type Owner } from './rules.ts';

/** One change of a cart. A customer is locked first, as an account deletion locks the account before its cart. */
export const changeCart = <T>(db: Db, owner: Owner, change: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    if ('userId' in owner) await lockActiveUser(tx, owner.userId);
    return change(tx);
  });

/** 0 or less removes the line. Answers what the shopper should be told, if there are fewer left. */
export const changeQuantity = (db: Db, owner: Owner, id: string, requestedQuantity: number) =>
  changeCart(db, owner, async (tx) => {
    const cart = assertFound(await updateCart(tx, owner));
    if (requestedQuantity <= 0) {
      assertFound(await deleteLine(tx, cart.id, id));
      return null;
    }
    const { variantId, unitPriceCents, availableQuantity } = assertFound(await findLine(tx, cart.id, id));
    const { quantity, notice } = capToStock(requestedQuantity, availableQuantity, cartMessages.outOfStock);
    await upsertLines(tx, cart.id, [{ variantId, quantity, seenPriceCents: unitPriceCents }]);
    return notice;
  });

export const removeLine = (db: Db, owner: Owner, id: string) => changeQuantity(db, owner, id, 0);

/** The discount goes with the pieces; the chosen shipping stays. */
export const clearCart = (db: Db, owner: Owner) =>
  changeCart(db, owner, async (tx) => {
    const cart = await updateCart(tx, owner, { promoCodeId: null });
    if (cart) await deleteLines(tx, cart.id);
  });

/** A code that does not work leaves the cart as it is, the code before it included. */
export const applyDiscount = (db: Db, owner: Owner, code: string) =>
  changeCart(db, owner, async (tx) => {
    const cart = await updateCart(tx, owner);
    if (!cart || (await countLines(tx, cart.id)) === 0) throw empty();
    const promo = await findUsablePromo(tx, cart.id, code);
    if (!promo)
      throw new DomainError('invalid', 'discount_invalid', cartMessages.discountInvalid, {
        errors: [{ field: 'code', message: cartMessages.discountInvalid }],
      });
    await updateCart(tx, owner, { promoCodeId: promo.id });
  });

export const removeDiscount = (db: Db, owner: Owner) => updateCart(db, owner, { promoCodeId: null });

export async function chooseShipping(db: Db, owner: Owner, shippingMethod: ShippingMethod) {
  if (!(await updateCart(db, owner, { shippingMethod }))) throw empty();
}

/** The shopper has read what changed. What they would order is the same as before, so the version is too. */
export async function acknowledgeChanges(db: Db, owner: Owner) {
  const cartId = await findCartId(db, owner);
  if (cartId === undefined) return;
  await updateSeenPrices(db, cartId);
  await clearEndedPromo(db, cartId);
}

const empty = () => new DomainError('conflict', 'cart_empty', cartMessages.empty);

/** A line of someone else's cart does not exist as far as anyone can tell. */
function assertFound<T>(thing: T | undefined): T {
  if (thing === undefined) throw new DomainError('not_found', 'cart_item_not_found', cartMessages.lineNotFound);
  return thing;
}
