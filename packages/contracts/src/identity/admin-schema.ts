import { z } from 'zod';
import { PAYMENT_METHODS } from '../checkout/constants.ts';
import { after, searchText, unlessEmpty } from '../common/filters.ts';
import { STAFF_ROLES } from '../common/permissions.ts';
import { Amount, Id } from '../common/schema.ts';
import { OrderStatus, PaymentStatus } from '../orders/schema.ts';
import { Address, PasswordCheck } from './schema.ts';

export const CUSTOMERS_SHOWN = 50;
/** Orders and tickets shown on the customer page; their lists show all. */
export const CUSTOMER_NEWEST = 10;

export const Role = z.enum(['customer', ...STAFF_ROLES]);
export type Role = z.infer<typeof Role>;

/** A minus is descending order. */
const CustomerSort = z.enum(['created', '-created', 'name', '-name']);

/** Newest first by default. `q` is a prefix of an email address, or words of a name. */
export const CustomerQuery = z.strictObject({
  q: unlessEmpty(searchText(3)),
  role: unlessEmpty(z.enum([...Role.options, 'staff'])),
  sort: unlessEmpty(CustomerSort),
  after,
});
export type CustomerQuery = z.infer<typeof CustomerQuery>;

export const CustomerSummary = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: Role,
  createdAt: z.iso.datetime(),
});
export type CustomerSummary = z.infer<typeof CustomerSummary>;

export const Customer = CustomerSummary.extend({
  /** Began with an email address at checkout, and has no password. */
  guest: z.boolean().optional(),
  phone: z.string().nullable(),
  twoFactor: z.boolean(),
  marketing: z.boolean(),
  sessions: z.number().int(),
  orderCount: z.number().int(),
  /** Total of all orders that were paid and not refunded. */
  spent: Amount,
  addresses: z.array(Address),
  orders: z.array(
    z.object({
      id: Id,
      number: z.string(),
      status: OrderStatus,
      paymentMethod: z.enum(PAYMENT_METHODS),
      paymentStatus: PaymentStatus,
      total: Amount,
      createdAt: z.iso.datetime(),
    }),
  ),
  tickets: z.array(
    z.object({ id: Id, number: z.string(), subject: z.string(), status: z.enum(['open', 'answered', 'closed']) }),
  ),
});
export type Customer = z.infer<typeof Customer>;

/** Requires the password of the owner who assigns the role. */
export const RoleChange = PasswordCheck.extend({ role: Role });
export const AssignedRole = z.object({ role: Role });
export type RoleChange = z.infer<typeof RoleChange>;
