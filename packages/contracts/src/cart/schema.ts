import { z } from 'zod';
import { Product } from '../catalog/schema.ts';
import { Amount, Id } from '../common/schema.ts';
import { TotalTerms } from '../common/total-terms.ts';
import { COUNTRIES, DEFAULT_COUNTRY } from '../identity/constants.ts';
import { DeliveryEstimates } from '../settings/delivery-schema.ts';
import { LINE_QUANTITY_MAX, SHIPPING_METHODS } from './constants.ts';
import { cartMessages } from './messages.ts';

export const ShippingMethod = z.enum(SHIPPING_METHODS).meta({
  id: 'ShippingMethod',
  description:
    '`standard`: the default, free from the threshold of the store settings on; `express`: the threshold does not apply.',
});
export type ShippingMethod = z.infer<typeof ShippingMethod>;

export const CartItem = z
  .object({
    id: Id.describe('The item in this cart: changes name it by this id.'),
    productId: Id.describe('The product of the variant.'),
    variantId: Id.describe('The variant that is ordered. A cart has one item for each.'),
    slug: z.string().describe('The current slug of the product.'),
    name: z.string().describe('The current name of the product.'),
    options: z
      .record(z.string(), z.string())
      .describe('The variant’s value of each option, by the option’s name; empty for a product without options.'),
    price: Amount.describe('The regular price of the variant.'),
    salePrice: Amount.describe('The sale price of the variant, which the shopper pays instead; 0: no sale price.'),
    image: z.string().nullable().describe('The URL of the main image of the product, or of a placeholder image.'),
    quantity: z.number().int().positive().describe('Units in the cart, which reserves none of them.'),
    lineTotal: Amount.describe('The current price times the quantity.'),
    availableQuantity: z
      .number()
      .int()
      .nonnegative()
      .describe(
        'Available units, with those that open checkouts of this cart have reserved; 0: it can’t be bought. If there are fewer than `quantity`, the cart must be changed before checkout.',
      ),
    priceBefore: Amount.nullable().describe(
      'The price that the shopper saw last, until the change is acknowledged; null: the price is the same.',
    ),
  })
  .meta({ id: 'CartItem', description: 'A variant in the cart, at current prices.' });
export type CartItem = z.infer<typeof CartItem>;

export const Cart = z
  .object({
    items: z.array(CartItem).describe('In the order in which they were added.'),
    itemCount: z.number().int().nonnegative().describe('The sum of the quantities.'),
    subtotal: Amount.describe('The sum of the `lineTotal`s.'),
    tax: Amount.describe('A share of the subtotal before the discount, rounded once.'),
    shipping: Amount.describe('The price of the shipping method; 0 for an empty cart.'),
    discount: Amount.describe('What the discount code takes off: a share of the subtotal, rounded once.'),
    total: Amount.describe('Subtotal, tax and shipping less the discount.'),
    discountCode: z.string().nullable().describe('The applied code, in upper case; null: none, or no longer valid.'),
    shippingMethod: ShippingMethod,
    shippingPrices: z
      .object({
        standard: Amount.describe('0 where the subtotal makes it free.'),
        express: Amount.describe('The price in the store settings.'),
      })
      .describe('The price of each shipping method for this cart.'),
    arrival: DeliveryEstimates.describe('When an order placed now would arrive in `country`, by shipping method.'),
    country: z
      .string()
      .default(DEFAULT_COUNTRY)
      .describe('Where the dates are for: the country asked for or chosen, or that of the address or of the store.'),
    charge: z
      .object({
        amount: z.number().int().nonnegative().brand<'Minor'>().describe('In minor units of the currency.'),
        currency: z.string().describe('The payment currency of the store settings, in ISO 4217.'),
      })
      .describe('What the payment provider would charge for the total.'),
    // With a default for an older API process during a rollout.
    onlinePayment: z.boolean().default(true).describe('False: only cash on delivery is offered.'),
    terms: TotalTerms.nullish().describe('The rates of these totals; absent in a response of an earlier release.'),
    version: z
      .number()
      .int()
      .describe('Increases with every change of what would be ordered; 0: there is no cart yet.'),
    notice: z
      .string()
      .nullable()
      .describe('A message to the shopper, such as that not all units could be added; null: none.'),
  })
  .meta({ id: 'Cart', description: 'The cart of a customer or guest, at current prices. It reserves no stock.' });
export type Cart = z.infer<typeof Cart>;

const quantity = z
  .number(cartMessages.quantityInvalid)
  .int({ error: cartMessages.quantityInvalid, abort: true })
  .max(LINE_QUANTITY_MAX, cartMessages.quantityInvalid);

export const NewCartItem = z
  .strictObject({
    productId: Id.optional().describe('Sufficient for a product with a single variant.'),
    variantId: Id.optional().describe('Required for a product with several variants.'),
    quantity: quantity
      .min(1, cartMessages.quantityInvalid)
      .default(1)
      .describe('Added to the quantity in the cart; the sum is capped at the available units.'),
  })
  .refine(({ productId, variantId }) => productId !== undefined || variantId !== undefined, cartMessages.chooseOption)
  .meta({ id: 'NewCartItem', description: 'What to add to the cart: a product or a variant.' });
export type NewCartItem = z.infer<typeof NewCartItem>;

export const CartQuery = z.strictObject({
  country: z
    .enum(COUNTRIES)
    .optional()
    .describe(
      'Where the order would be delivered. Omitted: the country in the cookie, that of the default address, or that of the store.',
    ),
});

export const CartQuantity = z
  .strictObject({
    quantity: quantity
      .min(-LINE_QUANTITY_MAX, cartMessages.quantityInvalid)
      .describe('The new quantity, capped at the available units; 0 or less removes the item.'),
  })
  .meta({ id: 'CartQuantity', description: 'The new quantity of a cart item.' });
export const ShippingChoice = z
  .strictObject({ method: ShippingMethod.describe('Kept with the cart until it is changed.') })
  .meta({ id: 'ShippingChoice', description: 'How an order of this cart is to be shipped.' });
export const DiscountCode = z
  .strictObject({
    code: z
      .string(cartMessages.discountEmpty)
      .trim()
      .min(1, cartMessages.discountEmpty)
      .max(40, cartMessages.discountInvalid)
      .describe('Case does not matter. A code that this cart can’t use counts as unknown.'),
  })
  .meta({ id: 'CartDiscountCode', description: 'A discount code to apply to the cart.' });

export const WishlistItem = z
  .object({
    id: Id,
    productId: Id.describe('The same as `product.id`.'),
    product: Product.describe('As it is now. A product that is no longer published is not listed.'),
  })
  .meta({ id: 'WishlistItem', description: 'A product that a customer has saved.' });
export type WishlistItem = z.infer<typeof WishlistItem>;
export const NewWishlistItem = z
  .strictObject({ productId: Id.describe('A published product. Adding it again changes nothing.') })
  .meta({ id: 'NewWishlistItem', description: 'What to add to the wishlist.' });
