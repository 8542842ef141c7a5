import { z } from 'zod';
import { Amount, Id } from '../common/schema.ts';
import { Address, Preferences } from './schema.ts';

const moment = z.iso.datetime({ offset: true });
const options = z.record(z.string(), z.string());

/** Data export of a customer: all personal data that the store holds. */
export const PersonalData = z.object({
  exportedAt: moment,
  profile: z.object({
    id: Id,
    name: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    phone: z.string().nullable(),
    role: z.string(),
    twoFactorEnabled: z.boolean(),
    createdAt: moment,
    passwordChangedAt: moment.nullable(),
    /** Of a staff member. */
    lastLoginAt: moment.nullable().default(null),
  }),
  preferences: Preferences.extend({ marketingConsentAt: moment.nullable() }),
  addresses: z.array(Address),
  orders: z.array(
    z.object({
      id: Id,
      number: z.string(),
      placedAt: moment,
      status: z.string(),
      email: z.string(),
      shippingAddress: Address.omit({ id: true, recipient: true, isDefault: true }),
      gift: z.object({ recipient: z.string(), message: z.string() }).nullish(),
      shippingMethod: z.string(),
      trackingNumber: z.string().nullable(),
      paymentMethod: z.string(),
      paymentStatus: z.string(),
      discountCode: z.string().nullable(),
      items: z.array(z.object({ name: z.string(), options, price: Amount, quantity: z.number().int().positive() })),
      shipments: z
        .array(
          z.object({
            carrier: z.string(),
            trackingNumber: z.string(),
            trackingUrl: z.string().nullable(),
            shippedAt: moment,
          }),
        )
        .default([]),
      returns: z
        .array(
          z.object({
            requestedAt: moment,
            status: z.string(),
            comment: z.string(),
            declineReason: z.string().nullable(),
            items: z.array(
              z.object({ name: z.string(), quantity: z.number(), reason: z.string(), outcome: z.string() }),
            ),
          }),
        )
        .default([]),
      subtotal: Amount,
      tax: Amount,
      shipping: Amount,
      discount: Amount,
      total: Amount,
      /** Numbers of its invoice and credit notes. */
      invoices: z.array(z.string()),
    }),
  ),
  reviews: z.array(
    z.object({
      product: z.string(),
      userName: z.string(),
      rating: z.number(),
      comment: z.string(),
      status: z.string(),
      size: z.string().nullable(),
      fit: z.string().nullable(),
      reason: z.string(),
      reply: z.string().nullable(),
      /** URLs of the photos; they need a login. */
      photos: z.array(z.string()),
      createdAt: moment,
    }),
  ),
  /** Reviews marked as helpful. */
  helpfulVotes: z.array(z.object({ product: z.string(), createdAt: moment })),
  wishlist: z.array(z.object({ product: z.string(), addedAt: moment })),
  cart: z.array(z.object({ product: z.string(), options, quantity: z.number().int().positive(), addedAt: moment })),
  notifications: z.array(
    z.object({
      type: z.string(),
      title: z.string(),
      message: z.string(),
      createdAt: moment,
      readAt: moment.nullable(),
    }),
  ),
  supportTickets: z.array(
    z.object({
      number: z.string(),
      name: z.string(),
      email: z.string(),
      subject: z.string(),
      status: z.string(),
      createdAt: moment,
      messages: z.array(z.object({ from: z.enum(['you', 'shop']), text: z.string(), createdAt: moment })),
    }),
  ),
  newsletter: z
    .object({ email: z.string(), since: moment, confirmedAt: moment.nullable(), unsubscribedAt: moment.nullable() })
    .nullable(),
  waitlist: z.array(z.object({ product: z.string(), options, email: z.string(), since: moment })),
  /** Requested as the recipient of a gift. */
  giftExchanges: z.array(z.object({ email: z.string(), requestedAt: moment, status: z.string() })).default([]),
  emails: z.array(z.object({ to: z.string(), subject: z.string(), createdAt: moment, sentAt: moment.nullable() })),
  sessions: z.array(z.object({ userAgent: z.string().nullable(), createdAt: moment, expiresAt: moment })),
  /** Of a staff member. */
  savedViews: z
    .array(z.object({ list: z.string(), name: z.string(), query: z.string(), createdAt: moment }))
    .default([]),
  staffInvitations: z
    .array(z.object({ role: z.string(), createdAt: moment, acceptedAt: moment.nullable() }))
    .default([]),
});
export type PersonalData = z.infer<typeof PersonalData>;
