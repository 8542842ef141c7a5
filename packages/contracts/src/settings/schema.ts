import { z } from 'zod';
import { STORE_NAME } from '../common/constants.ts';
import { PublicDelivery } from './delivery-schema.ts';

/**
 * Who the seller is: in header, footer, emails, invoices and structured data. With defaults: during a rollout an older
 * API process may still respond without these fields.
 */
export const StoreIdentity = z.object({
  storeName: z.string().default(STORE_NAME),
  /** URL of an uploaded image. Null: the mark of the design. */
  logo: z.string().nullable().default(null),
  contactEmail: z.string().nullable().default(null),
  contactPhone: z.string().default(''),
  /** The seller's name on invoices; the store's name may differ from it. */
  legalName: z.string().default(''),
  addressLine1: z.string().default(''),
  addressLine2: z.string().default(''),
  city: z.string().default(''),
  region: z.string().default(''),
  postalCode: z.string().default(''),
  country: z.string().default(''),
  /** For example GSTIN or VAT ID. */
  taxNumber: z.string().default(''),
  registrationNumber: z.string().default(''),
  /** IANA name, for example Asia/Kolkata. */
  timeZone: z.string().default('UTC'),
});
export type StoreIdentity = z.infer<typeof StoreIdentity>;

/** The store settings that shoppers can read. Amounts in US dollars. */
export const PublicStoreSettings = StoreIdentity.extend({
  taxPercent: z.number(),
  standardShipping: z.number(),
  expressShipping: z.number(),
  /** Null: no free shipping. */
  freeShippingOver: z.number().nullable(),
  /** ISO 4217 code: the currency in which the payment provider charges. */
  paymentCurrency: z.string(),
  delivery: PublicDelivery,
  /** Days after the delivery; 0: no returns. */
  returnDays: z.number().default(0),
});
export type PublicStoreSettings = z.infer<typeof PublicStoreSettings>;
