import { trackingUrlOf } from '@shop/contracts/orders/carriers';
import { trackingNumber as ownTrackingNumber } from '#orders/status-rules.ts';
import type { DemoLine } from './baskets.ts';
import type { Dice } from './random.ts';

export type DemoShipment = {
  id: string;
  number: number;
  carrier: string;
  trackingNumber: string;
  trackingUrl: string | null;
  shippedAt: Date;
  items: { lineId: string; quantity: number }[];
};

type Parcel = { lines: DemoLine[]; country: string; shippedAt: Date[] };

const CARRIERS: Record<string, string[]> = {
  India: ['Blue Dart', 'Delhivery'],
  'United States': ['UPS', 'USPS', 'FedEx'],
};
const ELSEWHERE = ['DHL Express'];

/** `shippedAt` has one or two times, or only the first of two as the second has not come yet. */
export function shipmentsOf(dice: Dice, { lines, country, shippedAt }: Parcel, isPartial: boolean): DemoShipment[] {
  const parts = isPartial ? divide(lines) : [lines.map(({ id, quantity }) => ({ lineId: id, quantity }))];
  return shippedAt.flatMap((at, index) => {
    const items = parts[index];
    return items ? [{ id: dice.idAt(at), number: index + 1, shippedAt: at, items, ...trackingOf(dice, country) }] : [];
  });
}

/** The first line, or of a single one the first unit, and the rest. */
function divide(lines: DemoLine[]) {
  const items = lines.map(({ id, quantity }) => ({ lineId: id, quantity }));
  const [first, ...others] = items;
  if (!first || others.length > 0) return [first ? [first] : [], others];
  return [[{ ...first, quantity: 1 }], [{ ...first, quantity: first.quantity - 1 }]];
}

function trackingOf(dice: Dice, country: string) {
  const number = dice.int(0, 99_999_999);
  const carrier = dice.chance(0.25) ? '' : dice.pick(CARRIERS[country] ?? ELSEWHERE);
  const trackingNumber = carrier ? String(1_000_000_000 + number) : ownTrackingNumber(number);
  return { carrier, trackingNumber, trackingUrl: trackingUrlOf(carrier, trackingNumber) };
}
