import { formatCharge } from '@shop/contracts/common/money';
import { orderMessages, statusPhrases } from '@shop/contracts/orders/messages';
import type { DemoCampaign } from './marketing.ts';
import type { DemoOrder } from './orders.ts';
import { type Dice, plusDays, plusHours } from './random.ts';
import type { World } from './world.ts';

export type DemoStatusChange = {
  id: string;
  orderId: string;
  seq: number;
  fromStatus: string | null;
  toStatus: string;
  actor: 'customer' | 'admin';
  actorUserId: string;
  createdAt: Date;
};
export type DemoNotification = {
  id: string;
  userId: string;
  type: 'order' | 'promotion';
  title: string;
  message: string;
  link: string | undefined;
  historyId: string | null;
  campaignId: string | null;
  readAt: Date | null;
  createdAt: Date;
};

export const historyOf = (dice: Dice, { id: orderId, steps }: DemoOrder): DemoStatusChange[] =>
  steps.map(({ status, at, actor, userId }, index) => ({
    id: dice.idAt(at),
    orderId,
    seq: index + 1,
    fromStatus: steps[index - 1]?.status ?? null,
    toStatus: status,
    actor,
    actorUserId: userId,
    createdAt: at,
  }));

/** One for each status change, and one for a refund without cancellation. */
export function orderNotifications(
  dice: Dice,
  { now, terms }: World,
  { id, number, customer, refund }: DemoOrder,
  history: readonly DemoStatusChange[],
): DemoNotification[] {
  const notify = (title: string, message: string, createdAt: Date, historyId: string | null): DemoNotification => ({
    id: dice.idAt(createdAt),
    userId: customer.id,
    type: 'order',
    title,
    message,
    link: `/orders/${id}`,
    historyId,
    campaignId: null,
    readAt: readTime(dice, createdAt, now),
    createdAt,
  });
  const changes = history.map(({ id: historyId, seq, toStatus, createdAt }) =>
    seq === 1
      ? notify(orderMessages.placedTitle, orderMessages.placedMessage(number), createdAt, historyId)
      : notify(
          orderMessages.notificationTitle,
          orderMessages.statusMessage(number, phraseOf(toStatus)),
          createdAt,
          historyId,
        ),
  );
  if (!refund?.staffId) return changes;
  const amount = formatCharge(refund.amountMinor, terms.paymentCurrency);
  const message = orderMessages.partialRefundMessage(number, amount);
  return [...changes, notify(orderMessages.refundedTitle, message, refund.at, null)];
}

const phrases: Record<string, string> = statusPhrases;
const phraseOf = (status: string) => phrases[status] ?? status;

export const campaignNotifications = (dice: Dice, { now }: World, campaign: DemoCampaign): DemoNotification[] =>
  campaign.recipients.map(({ id: userId }) => ({
    id: dice.idAt(campaign.createdAt),
    userId,
    type: 'promotion',
    title: campaign.title,
    message: campaign.message,
    link: campaign.link,
    historyId: null,
    campaignId: campaign.id,
    readAt: readTime(dice, campaign.createdAt, now),
    createdAt: campaign.createdAt,
  }));

/** Most are read within some days. */
function readTime(dice: Dice, createdAt: Date, now: Date) {
  const readAt = plusHours(createdAt, 0.1 + 70 * dice.next() ** 2);
  const isRead = readAt < now && (dice.chance(0.8) || createdAt < plusDays(now, -90));
  return isRead ? readAt : null;
}
