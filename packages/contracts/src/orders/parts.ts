import { z } from 'zod';
import { InvoiceList } from '../invoices/schema.ts';
import { ReturnOptions } from '../returns/schema.ts';
import { OrderMessage } from '../support/conversation-schema.ts';
import { Order } from './schema.ts';

const OrderPart = z.enum(['invoices', 'messages', 'returns']);
export type OrderPart = z.infer<typeof OrderPart>;

export const OrderIncludes = z.strictObject({
  include: z
    .preprocess((value: OrderPart | OrderPart[]) => [value].flat(), z.array(OrderPart).max(OrderPart.options.length))
    .optional()
    .describe('What is read together with the order, the parameter repeated for each; none if absent.'),
});

export const OrderWithParts = Order.extend({
  invoices: InvoiceList.optional().describe('If included, and the order is your own.'),
  messages: z
    .array(OrderMessage)
    .optional()
    .describe('If included, and the order is your own: the messages about it, newest first. Accounts only, no guests.'),
  returns: ReturnOptions.optional().describe(
    'If included, and the order is your own: what can be returned, and its returns.',
  ),
}).meta({ id: 'OrderWithParts', description: 'An order, with what was asked to be included.' });
