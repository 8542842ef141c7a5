import { randomInt } from 'node:crypto';
import { trackingNumber } from './status-rules.ts';

/**
 * For a shipment without a number of a carrier. The first shipment of an order has the number that the order already
 * has, if any; every further one gets a new number.
 */
export const assignTrackingNumber = (ofOrder: string | null, hasShipments: boolean) =>
  (hasShipments ? null : ofOrder) ?? trackingNumber(randomInt(100_000_000));
