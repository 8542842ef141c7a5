import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import { orderMessages } from '@shop/contracts/orders/messages';
import type { DemoOrder } from './orders.ts';
import { type Dice, plusHours } from './random.ts';
import type { DemoVariant, World } from './world.ts';

export type DemoMovement = {
  id: string;
  variantId: string;
  delta: number;
  reason: string;
  actorUserId: string;
  at: Date;
  /** Of a change that staff made in the admin panel, for its audit entry. */
  adjusted?: { productId: string; sku: string; before: number; after: number };
};
export type DemoStock = { variantId: string; received: number; sold: number; movements: DemoMovement[] };

/** Units available in the end of the variants that sold best: sold out, and low. */
const SCARCE = [0, 0, 0, 1, 2, 3, 4, 5];
const [RECEIVED = '', COUNTED = ''] = adminProductMessages.reasons;

type Units = { placed: Map<string, { units: number; firstAt: Date }>; restocked: Map<string, number> };

/**
 * Deliveries at the start of each month, of what that month sells, so that no variant is ever sold below 0. `received`
 * and `sold` are changes of the stock.
 */
export function stockOf(dice: Dice, { variants, staff, now }: World, orders: readonly DemoOrder[]): DemoStock[] {
  const unitsOf = collectUnits(orders);
  const soldOf = (variantId: string) =>
    [...(unitsOf.get(variantId)?.placed.values() ?? [])].reduce((sum, { units }) => sum + units, 0);
  const scarce = variants
    .filter(({ available }) => available > Math.max(...SCARCE))
    .toSorted((one, other) => soldOf(other.variantId) - soldOf(one.variantId))
    .slice(0, SCARCE.length);
  const left = new Map(scarce.map(({ variantId }, index) => [variantId, SCARCE[index] ?? 0]));
  const lost = writeOffs(dice, orders);

  return variants.map((variant) => {
    const { variantId, available } = variant;
    const { deliveries, leftOver } = deliver(dice, variant, unitsOf.get(variantId), staff.packer);
    const before = available + leftOver;
    const delta = (left.get(variantId) ?? available) - before;
    const movements = [...deliveries, ...lost.filter((movement) => movement.variantId === variantId)];
    const change = { delta, reason: COUNTED, at: now, before };
    if (delta !== 0) movements.push(movementOf(dice, variant, change, staff.packer));
    const received = movements.reduce((sum, { delta }) => sum + delta, 0);
    const sold = orders.reduce(
      (sum, { stockEffect, lines }) =>
        stockEffect ? sum : sum + (lines.find((line) => line.variant.variantId === variantId)?.quantity ?? 0),
      0,
    );
    return { variantId, received, sold, movements };
  });
}

const monthOf = (moment: Date) => moment.toISOString().slice(0, 7);

function collectUnits(orders: readonly DemoOrder[]) {
  const units = new Map<string, Units>();
  for (const { lines, placedAt, stockEffect, steps } of orders) {
    for (const { variant, quantity } of lines) {
      const ofVariant: Units = units.get(variant.variantId) ?? { placed: new Map(), restocked: new Map() };
      units.set(variant.variantId, ofVariant);
      const month = monthOf(placedAt);
      const sofar = ofVariant.placed.get(month) ?? { units: 0, firstAt: placedAt };
      ofVariant.placed.set(month, { ...sofar, units: sofar.units + quantity });
      const last = steps.at(-1);
      if (stockEffect !== 'restocked' || !last) continue;
      const returned = monthOf(last.at);
      ofVariant.restocked.set(returned, (ofVariant.restocked.get(returned) ?? 0) + quantity);
    }
  }
  return units;
}

function deliver(dice: Dice, variant: DemoVariant, units: Units | undefined, actorUserId: string) {
  const deliveries: DemoMovement[] = [];
  if (!units) return { deliveries, leftOver: 0 };
  const { placed, restocked } = units;
  let leftOver = 0;
  for (const month of [...new Set([...placed.keys(), ...restocked.keys()])].toSorted()) {
    const sold = placed.get(month);
    const delta = Math.max(0, (sold?.units ?? 0) - leftOver);
    if (sold && delta > 0) {
      const at = plusHours(sold.firstAt, -1 - 47 * dice.next());
      deliveries.push(movementOf(dice, variant, { delta, reason: RECEIVED, at, before: leftOver }, actorUserId));
    }
    leftOver += delta - (sold?.units ?? 0) + (restocked.get(month) ?? 0);
  }
  return { deliveries, leftOver };
}

type Change = { delta: number; reason: string; at: Date; before: number };

const movementOf = (
  dice: Dice,
  { variantId, productId, sku }: DemoVariant,
  { delta, reason, at, before }: Change,
  actorUserId: string,
): DemoMovement => ({
  id: dice.idAt(at),
  variantId,
  delta,
  reason,
  actorUserId,
  at,
  adjusted: { productId, sku, before, after: before + delta },
});

/** Units of cancelled orders that did not come back. */
const writeOffs = (dice: Dice, orders: readonly DemoOrder[]): DemoMovement[] =>
  orders.flatMap(({ stockEffect, lines, steps }) => {
    const last = steps.at(-1);
    if (stockEffect !== 'written_off' || !last) return [];
    return lines.map(({ variant, quantity }) => ({
      id: dice.idAt(last.at),
      variantId: variant.variantId,
      delta: -quantity,
      reason: orderMessages.notReturned,
      actorUserId: last.userId,
      at: last.at,
    }));
  });
