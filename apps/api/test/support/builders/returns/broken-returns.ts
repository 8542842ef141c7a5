import { returnMessages } from '@shop/contracts/returns/messages';
import { refundReturn } from '#returns/admin.ts';
import { receiveReturn } from '#returns/receive.ts';

import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { aStoredReturn } from '#test/builders/returns/a-return.ts';
import type { TestStore } from '#test/harness.ts';

/** Returns in all their states, and ways to violate each invariant of them, after removing the constraints that guard it. */
export async function brokenReturns(shop: TestStore): Promise<[id: string, ...ways: string[][]][]> {
  const [ada, grace] = await Promise.all([shop.aShopper(), shop.anAdmin()]);
  const deliver = async () => {
    const { variantId } = await aVariant(shop);
    return anOrder(shop.db, { of: ada, items: [{ variantId, quantity: 2 }], status: 'delivered' });
  };
  const [first, second, third] = [await deliver(), await deliver(), await deliver()];
  const open = await aStoredReturn(shop, first, 'requested', 'exchange');
  const received = await aStoredReturn(shop, first, 'received');
  const completed = await aStoredReturn(shop, second, 'received');
  const authorized = await aStoredReturn(shop, second, 'authorized');
  const exchanged = await aStoredReturn(shop, third, 'delivered', 'exchange');
  const again = await aStoredReturn(shop, third, 'received', 'refund', exchanged.lineId);
  const lost = { lines: [{ id: authorized.lineId, restocked: 0, writtenOff: 1 }] };
  const staff = { id: grace.id, name: 'Grace Hopper', role: 'admin' };
  await shop.db.transaction((tx) => refundReturn(tx, staff, completed.id));
  await shop.db.transaction((tx) => receiveReturn(tx, staff, authorized.id, lost));

  const change = (id: string, set: string) => [`update returns set ${set} where id = '${id}'`];
  const changeLine = (lineId: string, set: string) => [`update return_lines set ${set} where id = '${lineId}'`];
  const ofLine = (lineId: string) => `where return_line_id = '${lineId}'`;
  return [
    [
      'R01',
      changeLine(open.lineId, 'quantity = 3'),
      changeLine(received.lineId, 'restocked = 2'),
      changeLine(again.lineId, 'quantity = 2, restocked = 2'),
      change(exchanged.id, 'exchange_delivered_at = null'),
      changeLine(again.lineId, `exchange_line_id = '${completed.lineId}'`),
      changeLine(open.lineId, `order_line_id = (select id from order_lines where order_id = '${second.id}')`),
      [
        'alter table orders disable trigger orders_status_follows_history',
        `update orders set status = 'shipped' where id = '${first.id}'`,
      ],
    ],
    [
      'R02',
      change(completed.id, 'refund_minor = refund_minor + 1'),
      change(completed.id, 'refund_id = null'),
      change(received.id, 'refund_minor = 100'),
      changeLine(completed.lineId, 'refund_minor = refund_minor - 1'),
      [
        ...change(completed.id, 'refund_minor = 100000000'),
        ...changeLine(completed.lineId, 'refund_minor = 100000000'),
      ],
    ],
    [
      'R03',
      [`update exchange_reservations set status = 'released' ${ofLine(open.lineId)}`],
      [`delete from exchange_reservations ${ofLine(open.lineId)}`],
      [`update exchange_reservations set quantity = 2 ${ofLine(open.lineId)}`],
      change(open.id, `status = 'cancelled', closed_at = clock_timestamp()`),
    ],
    [
      'R04',
      [`delete from returned_units ${ofLine(received.lineId)}`],
      [`update returned_units set restocked = 0, written_off = 1 ${ofLine(received.lineId)}`],
      changeLine(again.lineId, 'exchange_line_id = null'),
      [`update stock_movements set delta = -2 where reason = '${returnMessages.writtenOff}'`],
      [
        ...changeLine(received.lineId, 'restocked = 0, written_off = 1'),
        `update returned_units set restocked = 0, written_off = 1 ${ofLine(received.lineId)}`,
      ],
    ],
    [
      'R05',
      change(received.id, `status = 'completed', closed_at = clock_timestamp()`),
      change(completed.id, `status = 'received', closed_at = null`),
      changeLine(received.lineId, 'restocked = 0'),
      [`delete from return_lines where id = '${open.lineId}'`],
    ],
    [
      'R06',
      change(open.id, 'decided_at = clock_timestamp()'),
      change(received.id, 'received_at = null'),
      change(received.id, 'decided_at = null'),
      change(received.id, 'closed_at = clock_timestamp()'),
      change(completed.id, `received_at = requested_at - interval '1 hour'`),
      change(open.id, `decline_reason = 'Worn'`),
      change(received.id, 'exchange_delivered_at = clock_timestamp()'),
      change(exchanged.id, `exchange_delivered_at = exchange_shipped_at - interval '1 second'`),
    ],
  ];
}
