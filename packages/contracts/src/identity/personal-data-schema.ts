import { z } from 'zod';
import { Amount, Id } from '../common/schema.ts';
import { Gift } from '../orders/gift-schema.ts';
import { Address, Preferences } from './schema.ts';

const moment = z.iso
  .datetime({ offset: true })
  .meta({ id: 'MomentWithOffset', description: 'A moment in ISO 8601, with its offset from UTC.' });
const options = z.record(z.string(), z.string()).describe('Values by name of the option; empty for a product without.');
const quantity = z.number().int().positive();

/** What the store holds about a person under their account, and under the email address once it is confirmed. */
export const PersonalData = z
  .object({
    exportedAt: moment.describe('All of it is as of this moment.'),
    profile: z
      .object({
        id: Id,
        name: z.string().describe('As the customer entered it.'),
        email: z.string().describe('The address of the account, in lower case.'),
        emailVerified: z
          .boolean()
          .describe(
            'Whether the email address is confirmed. Without it, what is stored under the address alone is left out.',
          ),
        phone: z.string().nullable().describe('Null if none was given.'),
        role: z.string().describe('`customer`, or the role of a staff member.'),
        twoFactorEnabled: z.boolean().describe('Whether every login asks for a code.'),
        createdAt: moment.describe('When the account was created.'),
        passwordChangedAt: moment.nullable().describe('Null if it is the first password.'),
        lastLoginAt: moment.nullable().default(null).describe('Stored of staff only; null for a customer.'),
      })
      .describe('The account itself.'),
    preferences: Preferences.extend({
      marketingConsentAt: moment.nullable().describe('When the customer opted in to marketing; null if not opted in.'),
    }).describe('What the customer wants to receive.'),
    addresses: z.array(Address).describe('Saved addresses, from the oldest to the newest.'),
    orders: z
      .array(
        z.object({
          id: Id,
          number: z.string().describe('The last 8 characters of the id.'),
          placedAt: moment,
          status: z.string().describe('One of `pending`, `processing`, `shipped`, `delivered` and `cancelled`.'),
          email: z.string().describe('The address that the account, or the guest, had when it was placed.'),
          shippingAddress: Address.omit({ id: true, recipient: true, isDefault: true }).describe(
            'A copy as of the order; its `name` is the recipient.',
          ),
          gift: Gift.nullish().describe('Null for an order that is no gift.'),
          shippingMethod: z.string().describe('`standard` or `express`.'),
          trackingNumber: z.string().nullable().describe('Of the newest shipment; null before the first.'),
          paymentMethod: z.string().describe('`card`, `upi`, `wallet`, `netbanking`, or `cod` for cash on delivery.'),
          paymentStatus: z.string().describe('`pending`, `paid`, or `refunded` once all of it is.'),
          discountCode: z.string().nullable().describe('Null if none was used.'),
          items: z
            .array(
              z.object({
                name: z.string().describe('Of the product, as of the order.'),
                options,
                price: Amount.describe('Of one unit, before tax and discount.'),
                quantity: quantity.describe('Units ordered.'),
              }),
            )
            .describe('What was bought, with the names and prices of that moment.'),
          shipments: z
            .array(
              z.object({
                carrier: z.string().describe('Empty if it was not entered.'),
                trackingNumber: z.string().describe('Of the carrier, or one that the store has made.'),
                trackingUrl: z.string().nullable().describe('The page of the carrier; null if it is not known.'),
                shippedAt: moment,
              }),
            )
            .default([])
            .describe('Oldest first. Empty for an order that an earlier release has shipped.'),
          returns: z
            .array(
              z.object({
                requestedAt: moment,
                status: z
                  .string()
                  .describe(
                    'One of `requested`, `authorized`, `declined`, `cancelled`, `expired`, `received` and `completed`.',
                  ),
                comment: z.string().describe('What the customer wrote; empty if nothing.'),
                declineReason: z.string().nullable().describe('Why staff declined it; null if they did not.'),
                items: z
                  .array(
                    z.object({
                      name: z.string().describe('Of the product, as of the order.'),
                      quantity: z.number().describe('Units of the request.'),
                      reason: z.string().describe('Why the item comes back, one of the reasons offered.'),
                      outcome: z.string().describe('`refund`, or `exchange` for another size.'),
                    }),
                  )
                  .describe('What comes back, each with its reason.'),
              }),
            )
            .default([])
            .describe('Returns and exchanges of the order, oldest first.'),
          subtotal: Amount.describe('All items before tax, shipping and discount.'),
          tax: Amount.describe('On the subtotal, at the rate of that day.'),
          shipping: Amount.describe('0 where it was free.'),
          discount: Amount.describe('Subtracted from the total; 0 without a discount code.'),
          total: Amount.describe('Subtotal, tax and shipping minus the discount.'),
          invoices: z.array(z.string()).describe('Numbers of its invoice and credit notes.'),
        }),
      )
      .describe(
        'Orders of the account, oldest first. With a confirmed email address also those placed as a guest with it.',
      ),
    reviews: z
      .array(
        z.object({
          product: z.string().describe('The name of the product today.'),
          userName: z.string().describe('Shown as its author.'),
          rating: z.number().describe('0.5 to 5 stars, in halves.'),
          comment: z.string().describe('As the customer wrote it.'),
          status: z.string().describe('`pending`, `approved` or `rejected`. Only approved reviews are shown.'),
          size: z.string().nullable().describe('The size bought; null for a product without sizes.'),
          fit: z
            .string()
            .nullable()
            .describe('Whether the product runs small, is true to size or runs large; null if not said.'),
          reason: z.string().describe('Why it was rejected, for its author; empty if it was not.'),
          reply: z.string().nullable().describe('The public reply of the store; null if there is none.'),
          photos: z.array(z.string()).describe('Paths of the photos; they need a login.'),
          createdAt: moment,
        }),
      )
      .describe('Reviews that the customer has written, oldest first.'),
    helpfulVotes: z
      .array(
        z.object({
          product: z.string().describe('The name of the product that the review is about.'),
          createdAt: moment.describe('When it was marked.'),
        }),
      )
      .describe('Reviews of others that the customer has marked as helpful, oldest first.'),
    wishlist: z
      .array(z.object({ product: z.string().describe('The name of the product today.'), addedAt: moment }))
      .describe('Products that the customer has saved, oldest first.'),
    cart: z
      .array(
        z.object({
          product: z.string().describe('The name of the product today.'),
          options,
          quantity: quantity.describe('Units in the cart.'),
          addedAt: moment,
        }),
      )
      .describe('What is in the cart now.'),
    notifications: z
      .array(
        z.object({
          type: z.string().describe('`order`, `promotion` for campaigns, or `other`.'),
          title: z.string().describe('The heading of the notification.'),
          message: z.string().describe('Plain text.'),
          createdAt: moment,
          readAt: moment.nullable().describe('When it was first read; null if it was not.'),
        }),
      )
      .describe('Oldest first. Read ones are kept for 180 days, others for 365.'),
    supportTickets: z
      .array(
        z.object({
          number: z.string().describe('The last 8 characters of the id.'),
          name: z.string().describe('Of the sender.'),
          email: z.string().describe('Where replies go.'),
          subject: z.string().describe('As the customer wrote it, or “Order #…” for a question about an order.'),
          status: z.string().describe('`open`, `answered` or `closed`.'),
          createdAt: moment,
          messages: z
            .array(
              z.object({
                from: z.enum(['you', 'shop']).describe('`you` for the customer, `shop` for staff.'),
                text: z.string().describe('The whole message, as plain text.'),
                createdAt: moment,
              }),
            )
            .describe('Oldest first.'),
        }),
      )
      .describe('Oldest first. With a confirmed email address also those sent with it without a session.'),
    newsletter: z
      .object({
        email: z.string().describe('The subscribed address, that of the account.'),
        since: moment.describe('When the subscription was requested.'),
        confirmedAt: moment.nullable().describe('Null until the link in the email was followed.'),
        unsubscribedAt: moment.nullable().describe('Null while subscribed.'),
      })
      .nullable()
      .describe('Null without a subscription, or while the email address is not confirmed.'),
    waitlist: z
      .array(
        z.object({
          product: z.string().describe('The name of the product today.'),
          options,
          email: z.string().describe('Where the alert goes.'),
          since: moment.describe('When it was requested.'),
        }),
      )
      .describe('Back-in-stock alerts that wait.'),
    giftExchanges: z
      .array(
        z.object({
          email: z.string().describe('The address that the recipient has entered, that of the account.'),
          requestedAt: moment,
          status: z.string().describe('As that of a return.'),
        }),
      )
      .default([])
      .describe('Requested as the recipient of a gift. Empty while the email address is not confirmed.'),
    emails: z
      .array(
        z.object({
          to: z.string().describe('The address that it was addressed to.'),
          subject: z.string().describe('As it was sent.'),
          createdAt: moment,
          sentAt: moment.nullable().describe('Null while it waits, and if it was not sent.'),
        }),
      )
      .describe('Emails of the store to the account in the last 180 days, oldest first.'),
    sessions: z
      .array(
        z.object({
          userAgent: z.string().nullable().describe('The `User-Agent` of the login; null if it had none.'),
          createdAt: moment.describe('When the login was.'),
          expiresAt: moment.describe('When the session ends at the latest.'),
        }),
      )
      .describe('Logins, oldest first. Expired ones are deleted after a day.'),
    savedViews: z
      .array(
        z.object({
          list: z.string().describe('The list of the admin panel, for example `orders`.'),
          name: z.string().describe('The tab of the view.'),
          query: z.string().describe('Filters and sort order as a query string.'),
          createdAt: moment,
        }),
      )
      .default([])
      .describe('Views that a staff member has saved. Empty for customers.'),
    staffInvitations: z
      .array(
        z.object({
          role: z.string().describe('The role that accepting gave, or would have given.'),
          createdAt: moment,
          acceptedAt: moment.nullable().describe('Null if it was not accepted.'),
        }),
      )
      .default([])
      .describe('Invitations of the email address, once that is confirmed. Deleted 30 days after they expire.'),
  })
  .meta({ id: 'PersonalData', description: 'All personal data that the store holds of a customer or staff member.' });
export type PersonalData = z.infer<typeof PersonalData>;
