import { type Minor, minimumCharge, times } from '@shop/contracts/common/money';
import { orderMessages } from '@shop/contracts/orders/messages';
import { type Dice, plusDays } from './random.ts';
import type { Step } from './timeline.ts';
import type { World } from './world.ts';

export type DemoRefund = {
  id: string;
  amountMinor: Minor;
  isFull: boolean;
  reason: string;
  at: Date;
  /** Null for the refund of a cancelled order, which no one requests by itself. */
  staffId: string | null;
};

type Paid = { chargeMinor: Minor; steps: Step[] };

const PARTIAL = 0.035;
const FULL = 0.008;

/** Of a payment online: all if the order was cancelled, a part or all of some that were delivered. */
export function refundOf(dice: Dice, { chargeMinor, steps }: Paid, world: World): DemoRefund | undefined {
  const { now, staff, terms, content } = world;
  const last = steps.at(-1);
  if (chargeMinor === 0 || !last) return undefined;
  const chance = dice.next();
  const at = plusDays(last.at, 1 + 14 * dice.next());
  const share = 0.1 + 0.3 * dice.next();
  const refund = (amountMinor: Minor, reason: string, moment: Date, staffId: string | null): DemoRefund => ({
    id: dice.idAt(moment),
    amountMinor,
    isFull: amountMinor === chargeMinor,
    reason,
    at: moment,
    staffId,
  });

  if (last.status === 'cancelled') return refund(chargeMinor, orderMessages.refundReason, last.at, null);
  if (last.status !== 'delivered' || at > now) return undefined;
  if (chance < FULL) return refund(chargeMinor, dice.pick(content.marketing.fullRefunds), at, staff.manager);
  const least = minimumCharge(terms.paymentCurrency);
  const part = times(least, Math.round((chargeMinor * share) / least));
  if (chance > FULL + PARTIAL || part < least || chargeMinor - part < least) return undefined;
  return refund(part, dice.pick(content.marketing.partialRefunds), at, staff.manager);
}
