import type { DemoOrder } from './orders.ts';
import { type Dice, plusHours } from './random.ts';
import type { World } from './world.ts';

export type DemoNote = { id: string; orderId: string; authorUserId: string; body: string; createdAt: Date };

const WITH_NOTE = 0.04;

export const notesOf = (dice: Dice, { content, staff, now }: World, orders: readonly DemoOrder[]): DemoNote[] =>
  orders.flatMap(({ id: orderId, placedAt }) => {
    const createdAt = plusHours(placedAt, 0.5 + 10 * dice.next());
    if (!dice.chance(WITH_NOTE) || createdAt > now) return [];
    const body = dice.pick(content.marketing.notes);
    return { id: dice.idAt(createdAt), orderId, authorUserId: staff.support, body, createdAt };
  });
