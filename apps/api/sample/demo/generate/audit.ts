import type { AuditAction, AuditEntity } from '@shop/contracts/audit/messages';
import { toPercent } from '@shop/contracts/common/money';
import type { DemoCode } from './codes.ts';
import type { DemoCampaign } from './marketing.ts';
import type { DemoNote } from './notes.ts';
import { type DemoOrder, paymentStatusAfter } from './orders.ts';
import type { Dice } from './random.ts';
import type { DemoReturn } from './returns.ts';
import type { DemoReview } from './reviews.ts';
import type { DemoMovement } from './stock.ts';
import type { DemoTicket } from './tickets.ts';
import type { World } from './world.ts';

export type Entry = {
  action: AuditAction;
  entity: AuditEntity;
  entityId: string;
  before: object | null;
  after: object | null;
  actorUserId: string;
  createdAt: Date;
};
export type DemoAuditEntry = Entry & { id: string };

const withIds = (dice: Dice, entries: Entry[]): DemoAuditEntry[] =>
  entries.map((entry) => ({ ...entry, id: dice.idAt(entry.createdAt) }));

/** As `transition`, `createShipment` and `issuePartialRefund` of orders record them. */
export const orderEntries = (dice: Dice, { terms }: World, order: DemoOrder): DemoAuditEntry[] =>
  withIds(dice, [...statusEntries(order), ...shipmentEntries(order), ...refundEntries(order, terms.paymentCurrency)]);

function statusEntries({ id, paymentMethod, steps, shipments, refund, returnToStock }: DemoOrder): Entry[] {
  return steps.flatMap(({ status, actor, userId, at }, index): Entry[] => {
    const from = steps[index - 1];
    if (!from || actor !== 'admin') return [];
    const state = (upTo: number, moment: Date) => ({
      paymentStatus: paymentStatusAfter(paymentMethod, steps.slice(0, upTo)),
      trackingNumber: shipments.findLast(({ shippedAt }) => shippedAt <= moment)?.trackingNumber ?? null,
    });
    const cancelled = status === 'cancelled';
    const after = { status, ...state(index + 1, at) };
    return [
      {
        action: 'order.status',
        entity: 'order',
        entityId: id,
        before: { status: from.status, ...state(index, from.at) },
        after: cancelled ? { ...after, ...(refund && { paymentStatus: 'refunded' }), returnToStock } : after,
        actorUserId: userId,
        createdAt: at,
      },
    ];
  });
}

/** Of parcels before the last one. */
const shipmentEntries = ({ id, shipments, lines, status, steps }: DemoOrder): Entry[] =>
  shipments
    .filter(({ number }) => number < shipments.length || status === 'processing')
    .map(({ number, carrier, trackingNumber, trackingUrl, items, shippedAt }) => ({
      action: 'order.ship',
      entity: 'order',
      entityId: id,
      before: { status: 'processing' },
      after: {
        status: 'processing',
        shipment: {
          number,
          carrier,
          trackingNumber,
          trackingUrl,
          items: lines.flatMap(({ id: lineId, variant }) => {
            const item = items.find((shipped) => shipped.lineId === lineId);
            if (!item) return [];
            return { name: variant.name, options: Object.values(variant.options), quantity: item.quantity };
          }),
          notify: true,
        },
      },
      actorUserId: steps[1]?.userId ?? '',
      createdAt: shippedAt,
    }));

function refundEntries({ id, refund, quote }: DemoOrder, currency: string): Entry[] {
  if (!refund?.staffId) return [];
  const { id: refundId, amountMinor, isFull, reason, staffId, at } = refund;
  return [
    {
      action: 'order.refund',
      entity: 'order',
      entityId: id,
      before: { refundable: quote.chargeMinor, paymentStatus: 'paid' },
      after: {
        refundable: quote.chargeMinor - amountMinor,
        paymentStatus: isFull ? 'refunded' : 'paid',
        refund: { id: refundId, amountMinor, currency, reason },
      },
      actorUserId: staffId,
      createdAt: at,
    },
  ];
}

export const noteEntries = (dice: Dice, notes: readonly DemoNote[]): DemoAuditEntry[] =>
  withIds(
    dice,
    notes.map(({ orderId, body, authorUserId, createdAt }) => ({
      action: 'order.note',
      entity: 'order',
      entityId: orderId,
      before: null,
      after: { body },
      actorUserId: authorUserId,
      createdAt,
    })),
  );

export const reviewEntries = (dice: Dice, { staff }: World, reviews: readonly DemoReview[]): DemoAuditEntry[] =>
  withIds(
    dice,
    reviews.flatMap(({ id, status, moderatedAt }): Entry[] =>
      moderatedAt
        ? [
            {
              action: 'review.moderate',
              entity: 'review',
              entityId: id,
              before: { status: 'pending' },
              after: { status },
              actorUserId: staff.content,
              createdAt: moderatedAt,
            },
          ]
        : [],
    ),
  );

export const ticketEntries = (dice: Dice, { staff }: World, tickets: readonly DemoTicket[]): DemoAuditEntry[] =>
  withIds(
    dice,
    tickets.flatMap(({ id, messages, closedAt }): Entry[] => {
      const about = { entity: 'ticket' as const, entityId: id, actorUserId: staff.support };
      const replies = messages
        .filter(({ fromStaff }) => fromStaff)
        .map(
          ({ at }, index): Entry => ({
            ...about,
            action: 'ticket.reply',
            before: { status: index === 0 ? 'open' : 'answered' },
            after: { status: 'answered' },
            createdAt: at,
          }),
        );
      if (!closedAt) return replies;
      const closed = { before: { status: 'answered' }, after: { status: 'closed' }, createdAt: closedAt };
      return [...replies, { ...about, action: 'ticket.status', ...closed }];
    }),
  );

export const codeEntries = (dice: Dice, { staff }: World, codes: readonly DemoCode[]): DemoAuditEntry[] =>
  withIds(
    dice,
    codes.map(({ id, code, percentBp, active: _now, startsAt, endsAt, createdAt, ...terms }) => ({
      action: 'discount_code.create',
      entity: 'discount_code',
      entityId: id,
      before: null,
      after: {
        code,
        ...terms,
        percent: toPercent(percentBp),
        startsAt: startsAt?.toISOString() ?? null,
        endsAt: endsAt?.toISOString() ?? null,
      },
      actorUserId: staff.manager,
      createdAt,
    })),
  );

export const campaignEntries = (dice: Dice, { staff }: World, campaigns: readonly DemoCampaign[]): DemoAuditEntry[] =>
  withIds(
    dice,
    campaigns.map(({ id, title, message, link, createdAt }) => ({
      action: 'campaign.start',
      entity: 'campaign',
      entityId: id,
      before: null,
      after: { title, message, link },
      actorUserId: staff.manager,
      createdAt,
    })),
  );

export const stockEntries = (dice: Dice, movements: readonly DemoMovement[]): DemoAuditEntry[] =>
  withIds(
    dice,
    movements.flatMap(({ adjusted, reason, actorUserId, at }): Entry[] => {
      if (!adjusted) return [];
      const { productId, sku, before, after } = adjusted;
      return [
        {
          action: 'stock.adjust',
          entity: 'product',
          entityId: productId,
          before: { sku, quantity: before },
          after: { sku, quantity: after, reason },
          actorUserId,
          createdAt: at,
        },
      ];
    }),
  );

/** As `decideReturn`, `receiveReturn`, `refundReturn` and `shipExchange` of returns record them. */
export const returnEntries = (dice: Dice, world: World, all: readonly DemoReturn[]): DemoAuditEntry[] =>
  withIds(
    dice,
    all.flatMap((one) => stepsOf(one, world)),
  );

function stepsOf({ row, line, bought }: DemoReturn, { staff, terms }: World): Entry[] {
  const step = (at: Date | null | undefined, action: Entry['action'], before: string, after: object): Entry[] =>
    at
      ? [
          {
            action,
            entity: 'order',
            entityId: row.orderId,
            before: { status: before },
            after,
            actorUserId: staff.manager,
            createdAt: at,
          },
        ]
      : [];
  const { name } = bought.variant;
  const { restocked, writtenOff } = line;
  const shipment = {
    carrier: row.exchangeCarrier,
    trackingNumber: row.exchangeTrackingNumber,
    trackingUrl: null,
  };
  const refund = { amountMinor: row.refundMinor, currency: terms.paymentCurrency };
  return [
    ...(row.declineReason
      ? step(row.decidedAt, 'return.decline', 'requested', { status: 'declined', reason: row.declineReason })
      : step(row.decidedAt, 'return.authorize', 'requested', { status: 'authorized', instructions: '' })),
    ...step(row.receivedAt, 'return.receive', 'authorized', {
      status: 'received',
      units: [{ name, restocked, writtenOff }],
    }),
    ...step(row.refundedAt, 'return.refund', 'received', { refund }),
    ...step(row.exchangeShippedAt, 'return.ship', 'received', { shipment }),
  ];
}
