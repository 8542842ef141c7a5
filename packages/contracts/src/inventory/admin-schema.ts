import { z } from 'zod';
import { adminProductMessages as messages } from '../catalog/admin-messages.ts';
import { Id, requiredText } from '../common/schema.ts';

const QUANTITY_MAX = 1_000_000;

export const quantity = z
  .number(messages.quantityNotWhole)
  .int(messages.quantityNotWhole)
  .min(0, messages.quantityNegative)
  .max(QUANTITY_MAX, messages.quantityTooHigh);

export const StockChange = z
  .strictObject({
    variantId: Id.describe('The variant whose available units change.'),
    delta: z
      .number(messages.deltaZero)
      .int(messages.deltaZero)
      .min(-QUANTITY_MAX, messages.quantityTooHigh)
      .max(QUANTITY_MAX, messages.quantityTooHigh)
      .refine((delta) => delta !== 0, messages.deltaZero)
      .describe(
        'Units that come, or go if it is negative: at most those that are available. Units sold meanwhile stay sold.',
      ),
    reason: requiredText(200, messages.reasonRequired, messages.reasonTooLong).describe('Why, for the audit log.'),
  })
  .meta({ id: 'StockChange', description: 'A stock adjustment of one variant.' });

export type StockChange = z.infer<typeof StockChange>;

export const StockChanged = z
  .object({
    variantId: Id.describe('The variant of the adjustment.'),
    sku: z.string().describe('The SKU of the variant.'),
    quantity: z.number().int().describe('The units available after the change.'),
  })
  .meta({ id: 'StockChanged', description: 'The stock of the variant now.' });

export type StockChanged = z.infer<typeof StockChanged>;
