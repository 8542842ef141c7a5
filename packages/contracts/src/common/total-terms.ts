import { z } from 'zod';

/** The rates behind a total, to explain it. An older API process may respond without them. */
export const TotalTerms = z.object({
  taxPercent: z.number(),
  /** Of the subtotal; 0 without a discount. */
  discountPercent: z.number(),
  /** Units of the payment currency per $1. */
  chargeRate: z.number(),
});
export type TotalTerms = z.infer<typeof TotalTerms>;
