import { z } from 'zod';
import { adminProductMessages as messages } from '../catalog/admin-messages.ts';
import { Id, requiredText } from '../common/schema.ts';

const QUANTITY_MAX = 1_000_000;

export const quantity = z
  .number(messages.quantityNotWhole)
  .int(messages.quantityNotWhole)
  .min(0, messages.quantityNegative)
  .max(QUANTITY_MAX, messages.quantityTooHigh);

export const StockChange = z.strictObject({
  variantId: Id,
  delta: z
    .number(messages.deltaZero)
    .int(messages.deltaZero)
    .min(-QUANTITY_MAX, messages.quantityTooHigh)
    .max(QUANTITY_MAX, messages.quantityTooHigh)
    .refine((delta) => delta !== 0, messages.deltaZero),
  reason: requiredText(200, messages.reasonRequired, messages.reasonTooLong),
});

export type StockChange = z.infer<typeof StockChange>;

export const StockChanged = z.object({ variantId: Id, sku: z.string(), quantity: z.number().int() });

export type StockChanged = z.infer<typeof StockChanged>;
