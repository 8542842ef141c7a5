import { SHIPPING_METHODS } from '@shop/contracts/cart/constants';
import { BasisPoints, Cents, OptionValues } from '@shop/contracts/common/schema';
import { DeliverySettings } from '@shop/contracts/settings/delivery-schema';
import { z } from 'zod';
import { json, number, oneOf, orNull, type Row, text } from '#platform/database/row.ts';
import { TERMS } from '#settings/sql.ts';

const CartLine = z.object({
  id: z.string(),
  productId: z.string(),
  variantId: z.string(),
  slug: z.string(),
  name: z.string(),
  options: OptionValues,
  image: z.string().nullable(),
  quantity: z.number(),
  priceCents: Cents,
  salePriceCents: Cents.nullable(),
  unitPriceCents: Cents,
  lastShownPriceCents: Cents,
  availableQuantity: z.number(),
});
export const cartRow = {
  ...TERMS,
  delivery: json(DeliverySettings),
  timeZone: text,
  sellerCountry: text,
  /** Of the customer's default address, or else the oldest. */
  addressCountry: orNull(text),
  version: orNull(number),
  shippingMethod: orNull(oneOf(SHIPPING_METHODS)),
  discountCode: orNull(json(z.object({ code: z.string(), percentBp: BasisPoints, usable: z.boolean() }))),
  lines: json(z.array(CartLine)),
};
export type CartRow = Row<typeof cartRow>;
