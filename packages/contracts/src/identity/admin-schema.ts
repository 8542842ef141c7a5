import { z } from 'zod';
import { PAYMENT_METHODS } from '../checkout/constants.ts';
import { after, searchText, unlessEmpty } from '../common/filters.ts';
import { STAFF_ROLES } from '../common/permissions.ts';
import { Amount, Id, Moment } from '../common/schema.ts';
import { OrderStatus, PaymentStatus } from '../orders/schema.ts';
import { TicketStatus } from '../support/schema.ts';
import { Address, PasswordCheck } from './schema.ts';

export const CUSTOMERS_SHOWN = 50;
/** Orders and tickets shown on the customer page; their lists show all. */
export const CUSTOMER_NEWEST = 10;

export const Role = z.enum(['customer', ...STAFF_ROLES]).meta({
  id: 'Role',
  description: '`customer` for everyone who is not staff; otherwise one of the roles of staff (`StaffRole`).',
});
export type Role = z.infer<typeof Role>;

/** A minus is descending order. */
const CustomerSort = z.enum(['created', '-created', 'name', '-name']);

export const CustomerQuery = z.strictObject({
  q: unlessEmpty(searchText(3)).describe(
    'The beginning of an email address, or of all words of a name. More than 2,000 matches are rejected as too broad.',
  ),
  role: unlessEmpty(z.enum([...Role.options, 'staff'])).describe(
    'Only users with this role; `staff` for everyone but customers. By default all.',
  ),
  sort: unlessEmpty(CustomerSort).describe(
    'By name or by the creation of the account; a minus is descending. `-created` is the default.',
  ),
  after: after.describe('The id of the last customer of the previous page.'),
});
export type CustomerQuery = z.infer<typeof CustomerQuery>;

export const CustomerSummary = z
  .object({
    id: Id,
    name: z.string().describe('As the customer entered it; “Guest” for a guest who has not named a recipient.'),
    email: z.string().describe('Of the account, confirmed or not; of a guest the one that was entered at checkout.'),
    role: Role,
    createdAt: Moment.describe('When the account was created, or the guest began.'),
  })
  .meta({ id: 'CustomerSummary', description: 'A customer or staff member in the list. Guests are not listed.' });
export type CustomerSummary = z.infer<typeof CustomerSummary>;

export const Customer = CustomerSummary.extend({
  guest: z
    .boolean()
    .optional()
    .describe('True for a guest: began with an email address at checkout, and has no account.'),
  phone: z.string().nullable().describe('Only for questions about a delivery; null if none was given.'),
  twoFactor: z.boolean().describe('Whether two-factor authentication is on.'),
  marketing: z.boolean().describe('Whether the customer has opted in to campaigns.'),
  sessions: z.number().int().describe('Logins that have not ended.'),
  orderCount: z.number().int().describe('All orders of the account, cancelled ones included.'),
  spent: Amount.describe(
    'The totals of all orders with payment status `paid`: a partial refund is not subtracted, a refunded order does not count.',
  ),
  addresses: z.array(Address).describe('The default address first.'),
  orders: z
    .array(
      z.object({
        id: Id,
        number: z.string().describe('The last 8 characters of the id.'),
        status: OrderStatus,
        paymentMethod: z.enum(PAYMENT_METHODS).describe('How the customer chose to pay; `cod` is cash on delivery.'),
        paymentStatus: PaymentStatus,
        total: Amount.describe('What the order costs; the charge may be in another currency.'),
        createdAt: Moment.describe('When it was placed.'),
      }),
    )
    .describe('The 10 newest orders, newest first. The list of orders has all.'),
  tickets: z
    .array(
      z.object({
        id: Id,
        number: z.string().describe('The last 8 characters of the id.'),
        subject: z.string().describe('As the customer wrote it, or “Order #…” for a conversation about an order.'),
        status: TicketStatus,
      }),
    )
    .describe('The 10 newest support tickets that were opened in the account, newest first.'),
}).meta({ id: 'Customer', description: 'The page of a customer, guest or staff member, for staff.' });
export type Customer = z.infer<typeof Customer>;

export const RoleChange = PasswordCheck.extend({
  role: Role.describe('The new role. A staff role needs a customer with a confirmed email address.'),
}).meta({
  id: 'RoleChange',
  description: 'A role that an owner gives, with their own password. Ends all sessions of the user.',
});
export const AssignedRole = z
  .object({ role: Role.describe('The role from the next request on.') })
  .meta({ id: 'AssignedRole', description: 'The role of a user after a change.' });
export type RoleChange = z.infer<typeof RoleChange>;
