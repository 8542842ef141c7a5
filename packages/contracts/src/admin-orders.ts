import { z } from 'zod';
import { adminOrderMessages } from './admin-orders-texts.ts';
import { PAYMENT_METHODS } from './checkout-texts.ts';
import { Amount, Id } from './common.ts';
import { OrderStatus, PaymentStatus } from './orders.ts';

export const ADMIN_ORDERS_SHOWN = 50;
/** Fewer letters would find half of all customers. */
const SEARCH_MIN = 3;

/** An empty field of a form asks for nothing. */
const unlessEmpty = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema.optional());

/** What an order list can be narrowed to. `q` is an order number, the beginning of an e-mail address, or words of a name. */
export const OrderFilter = z.strictObject({
  q: unlessEmpty(
    z.string().trim().min(SEARCH_MIN, adminOrderMessages.tooShort(SEARCH_MIN)).max(200, adminOrderMessages.tooLong),
  ),
  status: unlessEmpty(OrderStatus),
  payment: unlessEmpty(PaymentStatus),
  /** The first and the last day, both included, in UTC. */
  from: unlessEmpty(z.iso.date(adminOrderMessages.badDay)),
  to: unlessEmpty(z.iso.date(adminOrderMessages.badDay)),
});
export type OrderFilter = z.infer<typeof OrderFilter>;

/** `after` names the last order of the page before. */
export const AdminOrderQuery = OrderFilter.extend({ after: unlessEmpty(Id) });
export type AdminOrderQuery = z.infer<typeof AdminOrderQuery>;

/** One line of the list of all orders. */
export const OrderSummary = z.object({
  id: Id,
  number: z.string(),
  userId: Id,
  customer: z.string(),
  email: z.string(),
  status: OrderStatus,
  paymentMethod: z.enum(PAYMENT_METHODS),
  paymentStatus: PaymentStatus,
  total: Amount,
  createdAt: z.iso.datetime(),
});
export type OrderSummary = z.infer<typeof OrderSummary>;
