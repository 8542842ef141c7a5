import { z } from 'zod';

/** The store settings that shoppers can read. Amounts in US dollars. */
export const PublicStoreSettings = z.object({
  taxPercent: z.number(),
  standardShipping: z.number(),
  expressShipping: z.number(),
  /** Null: no free shipping. */
  freeShippingOver: z.number().nullable(),
  /** ISO 4217 code: the currency in which the payment provider charges. */
  paymentCurrency: z.string(),
});
export type PublicStoreSettings = z.infer<typeof PublicStoreSettings>;
