import * as operations from '@shop/contracts/cart/operations';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { findActor } from '#identity/service.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { newToken } from '#platform/http/cookies.ts';
import { handle } from '#platform/http/handle.ts';
import {
  acknowledgeChanges,
  applyDiscount,
  changeQuantity,
  chooseShipping,
  clearCart,
  removeDiscount,
  removeLine,
} from './change-cart.ts';
import type { createDiscountCodeLimiter } from './discount-code-limiter.ts';
import { takeOverGuestCart } from './merge-cart.ts';
import { cartCookie, chosenCountry, guestToken, guestTokenHash, type Owner } from './rules.ts';
import { addToCart, getCart } from './service.ts';

type Options = {
  acceptedAuthSecrets: readonly string[];
  discountCodeLimiter: ReturnType<typeof createDiscountCodeLimiter>;
};
/** `notice`: of a guest's cart that does not fit into the customer's. */
type Shopper = { owner: Owner; token?: string; country?: string; notice: string | null };

/** Customers are identified by their session, guests by their cookie. Every call returns the whole cart. */
export const cartRoutes: FastifyPluginAsync<Options> = async (app, { acceptedAuthSecrets, discountCodeLimiter }) => {
  withoutCaching(app);
  const db = app.checkoutDb;

  async function findShopper(request: FastifyRequest, reply: FastifyReply): Promise<Shopper> {
    const actor = await findActor(db, acceptedAuthSecrets, request.headers);
    request.actorIfAny = actor;
    const country = chosenCountry(request.headers.cookie);
    if (actor) {
      const notice = await takeOverGuestCart(db, request, reply, actor.id);
      return { owner: { userId: actor.id }, country, notice };
    }
    const token = guestToken(request.headers.cookie) ?? newToken();
    return { owner: { guestTokenHash: guestTokenHash(token) }, token, country, notice: null };
  }

  async function readCart(who: Shopper, view: Parameters<typeof getCart>[2]) {
    const cart = await getCart(db, who.owner, view);
    return { ...cart, notice: cart.notice ?? who.notice };
  }

  /** Renews the cookie of a guest's cart, unless the cart is empty. */
  async function respondWithCart(reply: FastifyReply, who: Shopper, notice?: string | null) {
    const cart = await readCart(who, { notice, country: who.country });
    if (who.token && cart.items.length > 0) reply.header('set-cookie', cartCookie(who.token));
    return cart;
  }

  handle(app, operations.getCart, { access: 'public', rate: 'browse' }, async (request, reply) => {
    const who = await findShopper(request, reply);
    return readCart(who, { country: request.query.country ?? who.country });
  });

  handle(app, operations.clearCart, { access: 'public', rate: 'cart' }, async (request, reply) => {
    const who = await findShopper(request, reply);
    await clearCart(db, who.owner);
    return respondWithCart(reply, who);
  });

  handle(app, operations.addCartItem, { access: 'public', rate: 'cart' }, async (request, reply) => {
    const who = await findShopper(request, reply);
    const cart = await respondWithCart(reply, who, await addToCart(db, who.owner, request.body));
    if (cart.itemCount <= request.body.quantity) app.visitCounter.count('carts');
    return cart;
  });

  handle(app, operations.setCartItemQuantity, { access: 'public', rate: 'cart' }, async (request, reply) => {
    const who = await findShopper(request, reply);
    return respondWithCart(reply, who, await changeQuantity(db, who.owner, request.params.id, request.body.quantity));
  });

  handle(app, operations.removeCartItem, { access: 'public', rate: 'cart' }, async (request, reply) => {
    const who = await findShopper(request, reply);
    await removeLine(db, who.owner, request.params.id);
    return respondWithCart(reply, who);
  });

  handle(app, operations.applyDiscountCode, { access: 'public', rate: 'cart' }, async (request, reply) => {
    const who = await findShopper(request, reply);
    await discountCodeLimiter(request.ip, () => applyDiscount(db, who.owner, request.body.code));
    return respondWithCart(reply, who);
  });

  handle(app, operations.removeDiscountCode, { access: 'public', rate: 'cart' }, async (request, reply) => {
    const who = await findShopper(request, reply);
    await removeDiscount(db, who.owner);
    return respondWithCart(reply, who);
  });

  handle(app, operations.setShippingMethod, { access: 'public', rate: 'cart' }, async (request, reply) => {
    const who = await findShopper(request, reply);
    await chooseShipping(db, who.owner, request.body.method);
    return respondWithCart(reply, who);
  });

  handle(app, operations.acknowledgeCartChanges, { access: 'public', rate: 'cart' }, async (request, reply) => {
    const who = await findShopper(request, reply);
    await acknowledgeChanges(db, who.owner);
    return respondWithCart(reply, who);
  });
};
