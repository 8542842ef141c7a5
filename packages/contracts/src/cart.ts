import { z } from 'zod';
import { Product } from './catalog.ts';
import { cartMessages, SHIPPING_METHODS } from './checkout-texts.ts';
import { Amount, Id } from './common.ts';

export const CART_COOKIE = '__Host-crystalline_cart';
export const CART_LINES_MAX = 100;
export const LINE_QUANTITY_MAX = 9_999;
export const WISHLIST_MAX = 200;

export const ShippingMethod = z.enum(SHIPPING_METHODS);
export type ShippingMethod = z.infer<typeof ShippingMethod>;

export const CartItem = z.object({
  id: Id,
  productId: Id,
  variantId: Id,
  slug: z.string(),
  name: z.string(),
  options: z.record(z.string(), z.string()),
  price: Amount,
  /** 0 means none. */
  salePrice: Amount,
  image: z.string().nullable(),
  quantity: z.number().int().positive(),
  lineTotal: Amount,
  /** How many could be bought now; fewer than `quantity` must be settled before the checkout. */
  availableQuantity: z.number().int().nonnegative(),
  /** What the shopper last saw, when it was something else. */
  priceBefore: Amount.nullable(),
});
export type CartItem = z.infer<typeof CartItem>;

export const Cart = z.object({
  items: z.array(CartItem),
  itemCount: z.number().int().nonnegative(),
  subtotal: Amount,
  tax: Amount,
  shipping: Amount,
  discount: Amount,
  total: Amount,
  promoCode: z.string().nullable(),
  shippingMethod: ShippingMethod,
  shippingPrices: z.object({ standard: Amount, express: Amount }),
  /** What the payment provider would charge, in minor units of its currency. */
  charge: z.object({ amount: z.number().int().nonnegative(), currency: z.string() }),
  version: z.number().int(),
  /** What the shopper should be told: their last change was kept only in part, or their code has ended. */
  notice: z.string().nullable(),
});
export type Cart = z.infer<typeof Cart>;

const quantity = z
  .number(cartMessages.quantityInvalid)
  .int({ error: cartMessages.quantityInvalid, abort: true })
  .max(LINE_QUANTITY_MAX, cartMessages.quantityInvalid);

/** A product with options is added by its variant; one without also by itself. */
export const NewCartItem = z
  .strictObject({
    productId: Id.optional(),
    variantId: Id.optional(),
    quantity: quantity.min(1, cartMessages.quantityInvalid).default(1),
  })
  .refine(({ productId, variantId }) => productId !== undefined || variantId !== undefined, cartMessages.chooseOption);
export type NewCartItem = z.infer<typeof NewCartItem>;

/** 0 or less removes the line. */
export const CartQuantity = z.strictObject({
  quantity: quantity.min(-LINE_QUANTITY_MAX, cartMessages.quantityInvalid),
});
export const ShippingChoice = z.strictObject({ method: ShippingMethod });
export const DiscountCode = z.strictObject({
  code: z
    .string(cartMessages.discountEmpty)
    .trim()
    .min(1, cartMessages.discountEmpty)
    .max(40, cartMessages.discountInvalid),
});

export const WishlistItem = z.object({ id: Id, productId: Id, product: Product });
export type WishlistItem = z.infer<typeof WishlistItem>;
export const NewWishlistItem = z.strictObject({ productId: Id });
