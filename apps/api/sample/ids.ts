import { randomBytes } from 'node:crypto';
import { MINUTE_MS } from '@shop/contracts/common/time';

/** A time-ordered id (UUIDv7), because lists sort by it; that of an order ends in its number. */
export function idAt(moment: Date, number = randomBytes(4).toString('hex'), random = randomBytes(5).toString('hex')) {
  const time = moment.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6)}${number}`;
}

export const minutesBefore = (moment: Date, minutes: number) => new Date(moment.getTime() - minutes * MINUTE_MS);
