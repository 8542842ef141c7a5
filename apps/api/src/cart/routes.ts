import { Cart, CartQuantity, CartQuery, DiscountCode, NewCartItem, ShippingChoice } from '@shop/contracts/cart/schema';
import { Id } from '@shop/contracts/common/schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { findActor } from '#identity/service.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { newToken } from '#platform/http/cookies.ts';
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
type Shopper = { owner: Owner; token?: string; country?: string };

/** Customers are identified by their session, guests by their cookie. Every call returns the whole cart. */
export const cartRoutes: FastifyPluginAsyncZod<Options> = async (app, { acceptedAuthSecrets, discountCodeLimiter }) => {
  withoutCaching(app);
  const db = app.checkoutDb;
  const config = { access: 'public', rate: 'cart' } as const;
  const tags = ['Cart'];
  const params = z.object({ id: Id });
  const response = { 200: Cart };

  async function findShopper(request: FastifyRequest, reply: FastifyReply): Promise<Shopper> {
    const actor = await findActor(db, acceptedAuthSecrets, request.headers);
    request.actorIfAny = actor;
    const country = chosenCountry(request.headers.cookie);
    if (actor) {
      await takeOverGuestCart(db, request, reply, actor.id);
      return { owner: { userId: actor.id }, country };
    }
    const token = guestToken(request.headers.cookie) ?? newToken();
    return { owner: { guestTokenHash: guestTokenHash(token) }, token, country };
  }

  /** Renews the cookie of a guest's cart, unless the cart is empty. */
  async function respondWithCart(reply: FastifyReply, { owner, token, country }: Shopper, notice?: string | null) {
    const cart = await getCart(db, owner, { notice, country });
    if (token && cart.items.length > 0) reply.header('set-cookie', cartCookie(token));
    return cart;
  }

  app.get(
    '/cart',
    {
      config: { access: 'public', rate: 'browse' },
      schema: {
        operationId: 'getCart',
        tags,
        summary: 'Get the cart, with the dates on which an order would arrive',
        querystring: CartQuery,
        response,
      },
    },
    async (request, reply) => {
      const { owner, country } = await findShopper(request, reply);
      return getCart(db, owner, { country: request.query.country ?? country });
    },
  );

  app.delete(
    '/cart',
    {
      config,
      schema: {
        operationId: 'clearCart',
        tags,
        summary: 'Clear the cart and its discount',
        response,
        errors: { 401: ['unauthenticated'] },
      },
    },
    async (request, reply) => {
      const who = await findShopper(request, reply);
      await clearCart(db, who.owner);
      return respondWithCart(reply, who);
    },
  );

  app.post(
    '/cart/items',
    {
      config,
      schema: {
        operationId: 'addCartItem',
        tags,
        summary: 'Add an item to the cart, up to the available stock',
        body: NewCartItem,
        response,
        errors: {
          401: ['unauthenticated'],
          404: ['product_not_found'],
          409: ['cart_full', 'out_of_stock'],
          422: ['option_required'],
        },
      },
    },
    async (request, reply) => {
      const who = await findShopper(request, reply);
      const cart = await respondWithCart(reply, who, await addToCart(db, who.owner, request.body));
      if (cart.itemCount <= request.body.quantity) app.visitCounter.count('carts');
      return cart;
    },
  );

  app.put(
    '/cart/items/:id',
    {
      config,
      schema: {
        operationId: 'setCartItemQuantity',
        tags,
        summary: 'Set the quantity of a cart item. 0 or less removes it',
        params,
        body: CartQuantity,
        response,
        errors: { 401: ['unauthenticated'], 404: ['cart_item_not_found'], 409: ['out_of_stock'] },
      },
    },
    async (request, reply) => {
      const who = await findShopper(request, reply);
      return respondWithCart(reply, who, await changeQuantity(db, who.owner, request.params.id, request.body.quantity));
    },
  );

  app.delete(
    '/cart/items/:id',
    {
      config,
      schema: {
        operationId: 'removeCartItem',
        tags,
        summary: 'Remove a cart item',
        params,
        response,
        errors: { 401: ['unauthenticated'], 404: ['cart_item_not_found'] },
      },
    },
    async (request, reply) => {
      const who = await findShopper(request, reply);
      await removeLine(db, who.owner, request.params.id);
      return respondWithCart(reply, who);
    },
  );

  app.post(
    '/cart/discount',
    {
      config,
      schema: {
        operationId: 'applyDiscountCode',
        tags,
        summary: 'Apply a discount code, replacing any other',
        body: DiscountCode,
        response,
        errors: { 401: ['unauthenticated'], 409: ['cart_empty'], 422: ['discount_invalid'], 429: ['too_many_codes'] },
      },
    },
    async (request, reply) => {
      const who = await findShopper(request, reply);
      await discountCodeLimiter(request.ip, () => applyDiscount(db, who.owner, request.body.code));
      return respondWithCart(reply, who);
    },
  );

  app.delete(
    '/cart/discount',
    {
      config,
      schema: {
        operationId: 'removeDiscountCode',
        tags,
        summary: 'Remove the discount',
        response,
      },
    },
    async (request, reply) => {
      const who = await findShopper(request, reply);
      await removeDiscount(db, who.owner);
      return respondWithCart(reply, who);
    },
  );

  app.put(
    '/cart/shipping',
    {
      config,
      schema: {
        operationId: 'setShippingMethod',
        tags,
        summary: 'Set the shipping method',
        body: ShippingChoice,
        response,
        errors: { 409: ['cart_empty'] },
      },
    },
    async (request, reply) => {
      const who = await findShopper(request, reply);
      await chooseShipping(db, who.owner, request.body.method);
      return respondWithCart(reply, who);
    },
  );

  app.post(
    '/cart/acknowledgement',
    {
      config,
      schema: {
        operationId: 'acknowledgeCartChanges',
        tags,
        summary: 'Acknowledge changed prices',
        response,
      },
    },
    async (request, reply) => {
      const who = await findShopper(request, reply);
      await acknowledgeChanges(db, who.owner);
      return respondWithCart(reply, who);
    },
  );
};
