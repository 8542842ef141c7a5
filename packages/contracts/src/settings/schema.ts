import { z } from 'zod';
import { STORE_NAME } from '../common/constants.ts';
import { PublicDelivery } from './delivery-schema.ts';

/**
 * Who the seller is: in header, footer, emails, invoices and structured data. With defaults: during a rollout an older
 * API process may still respond without these fields.
 */
export const StoreProfile = z.object({
  storeName: z.string().default(STORE_NAME).describe('Shown to shoppers, in page titles and as the sender of emails.'),
  logo: z.string().nullable().default(null).describe('Path of an uploaded image; null for the mark of the design.'),
  contactEmail: z
    .string()
    .nullable()
    .default(null)
    .describe('Where shoppers can write to; null if the owner has entered none.'),
  contactPhone: z.string().default('').describe('Shown with the contact email; empty if there is none.'),
  legalName: z
    .string()
    .default('')
    .describe('The seller on invoices; the name of the store may differ. Empty until the owner has entered it.'),
  addressLine1: z.string().default('').describe('Of the seller’s postal address; empty if not entered.'),
  addressLine2: z.string().default('').describe('Of the seller’s postal address; empty if there is none.'),
  city: z.string().default('').describe('Of the seller’s postal address; empty if not entered.'),
  region: z.string().default('').describe('State or region of the seller; empty if not entered.'),
  postalCode: z.string().default('').describe('Of the seller’s postal address; empty if not entered.'),
  country: z.string().default('').describe('English name of the seller’s country; empty if not entered.'),
  taxNumber: z.string().default('').describe('For example GSTIN or VAT ID; empty if not entered.'),
  registrationNumber: z.string().default('').describe('Of the company, for invoices; empty if not entered.'),
  timeZone: z
    .string()
    .default('UTC')
    .describe('IANA name, for example Asia/Kolkata. The days of the store and its cut-off time are in it.'),
});
export type StoreProfile = z.infer<typeof StoreProfile>;

export const PublicStoreSettings = StoreProfile.extend({
  taxPercent: z.number().describe('Percent of the subtotal that is added as tax, with up to two decimals.'),
  standardShipping: z.number().describe('Price for each order, in the currency of the store.'),
  expressShipping: z.number().describe('Price for each order, in the currency of the store. Never free.'),
  freeShippingOver: z
    .number()
    .nullable()
    .describe('From this subtotal on, standard shipping is free. In the currency of the store; null for never.'),
  paymentCurrency: z.string().describe('ISO 4217 code of the currency in which the payment provider charges.'),
  delivery: PublicDelivery,
  returnDays: z
    .number()
    .default(0)
    .describe('Days after the delivery on which an item can be returned, for orders placed now; 0 for no returns.'),
}).meta({ id: 'PublicStoreSettings', description: 'The store settings that shoppers can read.' });
export type PublicStoreSettings = z.infer<typeof PublicStoreSettings>;
