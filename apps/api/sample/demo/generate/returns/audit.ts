import { type DemoAuditEntry, type Entry, withIds } from '#sample/demo/generate/audit.ts';
import type { Dice } from '#sample/demo/generate/random.ts';
import type { World } from '#sample/demo/generate/world.ts';
import type { DemoReturn } from './returns.ts';

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
