import { z } from 'zod';
import { Product } from '../catalog/schema.ts';
import { Amount, Id } from '../common/schema.ts';
import { TotalTerms } from '../common/total-terms.ts';
import { COUNTRIES, DEFAULT_COUNTRY } from '../identity/constants.ts';
import { Arrivals } from '../settings/delivery-schema.ts';
import { LINE_QUANTITY_MAX, SHIPPING_METHODS } from './constants.ts';
import { cartMessages } from './messages.ts';

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
  /** 0: no sale price. */
  salePrice: Amount,
  image: z.string().nullable(),
  quantity: z.number().int().positive(),
  lineTotal: Amount,
  /** Available stock; if it is less than `quantity`, the cart must be updated before checkout. */
  availableQuantity: z.number().int().nonnegative(),
  /** The last price shown to the shopper, if it differs. */
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
  discountCode: z.string().nullable(),
  shippingMethod: ShippingMethod,
  shippingPrices: z.object({ standard: Amount, express: Amount }),
  /** When an order placed now would arrive in `country`, by shipping method. */
  arrival: Arrivals,
  country: z.string().default(DEFAULT_COUNTRY),
  /** The amount to charge, in minor units of the payment currency. */
  charge: z.object({ amount: z.number().int().nonnegative(), currency: z.string() }),
  terms: TotalTerms.nullish(),
  version: z.number().int(),
  /** Message to the shopper: the last change was applied only partially, or the discount code has expired. */
  notice: z.string().nullable(),
});
export type Cart = z.infer<typeof Cart>;

const quantity = z
  .number(cartMessages.quantityInvalid)
  .int({ error: cartMessages.quantityInvalid, abort: true })
  .max(LINE_QUANTITY_MAX, cartMessages.quantityInvalid);

/** A product with options is added by variant id; one without options also by product id. */
export const NewCartItem = z
  .strictObject({
    productId: Id.optional(),
    variantId: Id.optional(),
    quantity: quantity.min(1, cartMessages.quantityInvalid).default(1),
  })
  .refine(({ productId, variantId }) => productId !== undefined || variantId !== undefined, cartMessages.chooseOption);
export type NewCartItem = z.infer<typeof NewCartItem>;

/** `country`: where the order would be delivered; without it the one chosen before, or that of the default address. */
export const CartQuery = z.strictObject({ country: z.enum(COUNTRIES).optional() });

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
