import { z } from 'zod';
import { Id } from '../common/schema.ts';
import { shipmentMessages as messages } from './shipment-messages.ts';

const SHIPMENT_LINES_MAX = 200;

/** One parcel: some or all units of an order. */
export const Shipment = z.object({
  id: Id,
  /** 1 for the first shipment of the order. */
  number: z.number().int().positive(),
  /** Empty: shipped without a carrier. */
  carrier: z.string(),
  trackingNumber: z.string(),
  /** The carrier's page for this tracking number; null if the carrier is unknown and staff entered none. */
  trackingUrl: z.string().nullable(),
  items: z.array(z.object({ orderItemId: Id, quantity: z.number().int().positive() })),
  shippedAt: z.iso.datetime(),
});
export type Shipment = z.infer<typeof Shipment>;

const carrier = z.string().trim().max(60, messages.carrierTooLong).default('');
const trackingNumber = z
  .string()
  .trim()
  .max(60, messages.trackingNumberInvalid)
  .regex(/^[\w .\-/]*$/, messages.trackingNumberInvalid)
  .default('');
const trackingUrl = z
  .union([z.literal(''), z.url({ protocol: /^https$/, error: messages.trackingUrlInvalid }).max(500)])
  .default('');

/** Ships units that are left. Without a tracking number the order's own one is used (TRK and 8 digits). */
export const NewShipment = z.strictObject({
  items: z
    .array(z.strictObject({ orderItemId: Id, quantity: z.number().int().positive(messages.quantityInvalid) }))
    .min(1, messages.nothingChosen)
    .max(SHIPMENT_LINES_MAX),
  carrier,
  trackingNumber,
  trackingUrl,
  /** Whether the customer gets an email about it. */
  notify: z.boolean().default(true),
});
export type NewShipment = z.infer<typeof NewShipment>;

/** Corrects carrier and tracking of a shipment. */
export const ShipmentEdit = z.strictObject({
  carrier,
  trackingNumber: trackingNumber.unwrap().min(1, messages.trackingNumberInvalid),
  trackingUrl,
});
export type ShipmentEdit = z.infer<typeof ShipmentEdit>;
