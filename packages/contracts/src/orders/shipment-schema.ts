import { z } from 'zod';
import { Id, Moment } from '../common/schema.ts';
import { shipmentMessages as messages } from './shipment-messages.ts';

const SHIPMENT_LINES_MAX = 200;

const ShippedUnits = { orderItemId: Id.describe('Its id among the `items` of the order.') };

export const Shipment = z
  .object({
    id: Id,
    number: z.number().int().positive().describe('1 for the first shipment of the order.'),
    carrier: z.string().describe('The name of the carrier as staff entered it; empty if it shipped without one.'),
    trackingNumber: z.string().describe('That of the carrier or, if staff entered none, one of the store.'),
    trackingUrl: z
      .string()
      .nullable()
      .describe('The carrier’s page for this tracking number; null if the carrier is unknown and staff entered none.'),
    items: z
      .array(
        z.object({ ...ShippedUnits, quantity: z.number().int().positive().describe('Units of it in this shipment.') }),
      )
      .describe('What is in it: some or all units of the order.'),
    shippedAt: Moment.describe('When staff recorded the shipment.'),
  })
  .meta({ id: 'Shipment', description: 'Some or all units of an order, sent together.' });
export type Shipment = z.infer<typeof Shipment>;

const carrier = z
  .string()
  .trim()
  .max(60, messages.carrierTooLong)
  .default('')
  .describe('Any name. That of a known carrier gives the tracking URL. Empty: without a carrier.');
const trackingNumber = z
  .string()
  .trim()
  .max(60, messages.trackingNumberInvalid)
  .regex(/^[\w .\-/]*$/, messages.trackingNumberInvalid)
  .default('');
const trackingUrl = z
  .union([z.literal(''), z.url({ protocol: /^https$/, error: messages.trackingUrlInvalid }).max(500)])
  .default('')
  .describe('The `https` URL of the page that tracks it. Empty: that of the carrier, if it is known.');

export const NewShipment = z
  .strictObject({
    items: z
      .array(
        z.strictObject({
          ...ShippedUnits,
          quantity: z
            .number()
            .int()
            .positive(messages.quantityInvalid)
            .describe('Units of it to ship: no more than are in no shipment yet.'),
        }),
      )
      .min(1, messages.nothingChosen)
      .max(SHIPMENT_LINES_MAX)
      .describe('What to ship. An item that is listed twice counts with the sum of its quantities.'),
    carrier,
    trackingNumber: trackingNumber.describe(
      'Empty: one is assigned (TRK and 8 digits). The first shipment gets that of the order, if it has one.',
    ),
    trackingUrl,
    notify: z
      .boolean()
      .default(true)
      .describe('Whether the customer gets an email about it. The notification of a new status is sent in any case.'),
  })
  .meta({
    id: 'NewShipment',
    description: 'Ships units of a pending or processing order. While units are left, it is processing; then shipped.',
  });
export type NewShipment = z.infer<typeof NewShipment>;

export const ShipmentEdit = z
  .strictObject({
    carrier,
    trackingNumber: trackingNumber
      .unwrap()
      .min(1, messages.trackingNumberInvalid)
      .describe('The order shows it too, if it showed the one that this replaces.'),
    trackingUrl,
  })
  .meta({
    id: 'ShipmentEdit',
    description: 'Corrects carrier and tracking of a shipment. The customer gets no email.',
  });
export type ShipmentEdit = z.infer<typeof ShipmentEdit>;
