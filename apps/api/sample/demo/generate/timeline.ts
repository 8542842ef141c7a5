import type { PaymentMethod } from '@shop/contracts/checkout/schema';
import type { OrderStatus } from '@shop/contracts/orders/schema';
import { type Dice, plusDays, plusHours, plusMinutes } from './random.ts';
import type { DemoStaff } from './world.ts';

export type Step = { status: OrderStatus; at: Date; actor: 'customer' | 'admin'; userId: string };

/** What happens to an order up to now. */
type Timeline = {
  steps: Step[];
  /** When units leave: one or two shipments. */
  shippedAt: Date[];
  /** Whether staff confirmed the return of a cancelled order. */
  returnToStock: boolean;
};

type Purchase = {
  placedAt: Date;
  paymentMethod: PaymentMethod;
  shippingMethod: 'standard' | 'express';
  units: number;
  userId: string;
};

type Fate = 'delivered' | 'cancelled' | 'refused' | 'returned';

/** Per thousand. Only cash orders are refused at delivery. */
const FATES: Record<Fate, { cash: number; online: number }> = {
  delivered: { cash: 900, online: 938 },
  cancelled: { cash: 50, online: 44 },
  refused: { cash: 40, online: 0 },
  returned: { cash: 10, online: 18 },
};
const PARTIAL = 0.1;

export function timelineOf(dice: Dice, purchase: Purchase, staff: DemoStaff, now: Date): Timeline {
  const { placedAt, paymentMethod, shippingMethod, units, userId } = purchase;
  const fates: Fate[] = ['delivered', 'cancelled', 'refused', 'returned'];
  const fate = dice.weighted(fates, (name) => FATES[name][paymentMethod === 'cod' ? 'cash' : 'online']);
  const byPacker = { actor: 'admin' as const, userId: staff.packer };
  const byManager = { actor: 'admin' as const, userId: staff.manager };

  const processing = plusHours(placedAt, 1 + 20 * dice.next());
  const firstShipped = plusHours(processing, 4 + 36 * dice.next());
  const isPartial = units > 1 && dice.chance(PARTIAL);
  const shipped = isPartial ? plusDays(firstShipped, 1 + 4 * dice.next()) : firstShipped;
  const delivered = plusDays(shipped, shippingMethod === 'express' ? 1 + 1.5 * dice.next() : 2 + 4 * dice.next());

  const placedStep: Step = { status: 'pending', at: placedAt, actor: 'customer', userId };
  const processingStep: Step = { status: 'processing', at: processing, ...byPacker };
  const shippedStep: Step = { status: 'shipped', at: shipped, ...byPacker };
  const deliveredStep: Step = { status: 'delivered', at: delivered, ...byPacker };
  const upToNow = ({ steps, shippedAt, returnToStock }: Timeline): Timeline => ({
    steps: steps.filter(({ at }) => at <= now),
    shippedAt: shippedAt.filter((at) => at <= now),
    returnToStock,
  });

  if (fate === 'cancelled') {
    const isEarly = dice.chance(0.6);
    const at = isEarly ? plusMinutes(placedAt, 10 + 40 * dice.next()) : plusMinutes(processing, 15 + 200 * dice.next());
    const by = dice.chance(0.75) ? { actor: 'customer' as const, userId } : byManager;
    const before = isEarly ? [placedStep] : [placedStep, processingStep];
    return upToNow({ steps: [...before, { status: 'cancelled', at, ...by }], shippedAt: [], returnToStock: false });
  }

  const shippedAt = isPartial ? [firstShipped, shipped] : [shipped];
  const steps = [placedStep, processingStep, shippedStep];
  const returnToStock = dice.chance(0.7);
  if (fate === 'refused') {
    const at = plusDays(shipped, 4 + 4 * dice.next());
    return upToNow({ steps: [...steps, { status: 'cancelled', at, ...byManager }], shippedAt, returnToStock });
  }
  steps.push(deliveredStep);
  if (fate === 'returned')
    steps.push({ status: 'cancelled', at: plusDays(delivered, 4 + 10 * dice.next()), ...byManager });
  return upToNow({ steps, shippedAt, returnToStock });
}
