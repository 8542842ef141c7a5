import type { Gift } from '@shop/contracts/orders/gift-schema';
import { type Dice, plusDays } from '#sample/demo/generate/random.ts';
import type { World } from '#sample/demo/generate/world.ts';

const GIFTS = 0.12;
/** Of the latest orders more, so that some are still to be packed. */
const LATEST = { days: 4, share: 0.5 };

/** To someone of the same country. */
export function giftOf(dice: Dice, { content, now }: World, country: string, placedAt: Date): Gift | null {
  const names = content.people.names[country === 'India' ? 'India' : 'Other'];
  const [isGift, first, last, message] = [
    dice.chance(placedAt > plusDays(now, -LATEST.days) ? LATEST.share : GIFTS),
    dice.pick(names.first),
    dice.pick(names.last),
    dice.pick(content.gifts),
  ];
  return isGift ? { recipient: `${first} ${last}`, message } : null;
}
