import { z } from 'zod';

/** An older API process may respond without them. */
export const TotalTerms = z
  .object({
    taxPercent: z.number().describe('Percent of the subtotal before the discount: 8 is 8%.'),
    discountPercent: z.number().describe('Percent of the subtotal; 0 without a discount.'),
    chargeRate: z.number().describe('Units of the payment currency for one US dollar.'),
  })
  .meta({ id: 'TotalTerms', description: 'The rates behind a total, to explain it.' });
export type TotalTerms = z.infer<typeof TotalTerms>;
