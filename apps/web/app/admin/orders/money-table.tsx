import { shippingMethodLabels } from '@shop/contracts/cart/messages';
import { type BasisPoints, dollars, formatCharge, minus, sumOf, toPercent } from '@shop/contracts/common/money';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { isDueOnDelivery, orderMessages, paymentStatusLabels } from '@shop/contracts/orders/messages';
import { Table } from '#ui/table.tsx';

type AmountRow = { key: string; label: string; amount: string; why: string; strong?: boolean };

const COLUMNS = [
  {
    label: adminOrderMessages.figure,
    cell: ({ label, strong }: AmountRow) => <span className={strong ? 'font-semibold' : 'wrap-anywhere'}>{label}</span>,
  },
  { label: adminOrderMessages.why, cell: ({ why }: AmountRow) => <span className="text-ink-soft">{why}</span> },
  {
    label: adminOrderMessages.amount,
    cell: ({ amount, strong }: AmountRow) => <span className={strong ? 'font-semibold' : undefined}>{amount}</span>,
    numeric: true,
  },
];

/** Every amount of an order and how it is calculated. */
export function MoneyTable({ order }: { order: AdminOrder }) {
  return (
    <div className="wrap-normal">
      <Table
        caption={adminOrderMessages.money}
        columns={COLUMNS}
        rows={[...lines(order), ...sums(order), ...charge(order)]}
        keyOf={({ key }) => key}
      />
    </div>
  );
}

const lines = ({ items }: AdminOrder): AmountRow[] =>
  items.map(({ id, name, options, price, quantity }) => ({
    key: id,
    label: [name, ...Object.values(options)].join(', '),
    amount: dollars(price * quantity),
    why: adminOrderMessages.lineWhy(quantity, dollars(price)),
  }));

const percent = (rate: BasisPoints) => `${toPercent(rate)}%`;

const sums = (order: AdminOrder): AmountRow[] => [
  {
    key: 'subtotal',
    label: orderMessages.subtotal,
    amount: dollars(order.subtotal),
    why: adminOrderMessages.subtotalWhy,
  },
  {
    key: 'tax',
    label: orderMessages.tax,
    amount: dollars(order.tax),
    why: adminOrderMessages.taxWhy(percent(order.taxBp)),
  },
  {
    key: 'shipping',
    label: orderMessages.shipping,
    amount: dollars(order.shipping),
    why: shippingMethodLabels[order.shippingMethod],
  },
  ...(order.discountCode
    ? [
        {
          key: 'discount',
          label: orderMessages.discount,
          amount: `-${dollars(order.discount)}`,
          why: adminOrderMessages.discountWhy(percent(order.discountBp), order.discountCode),
        },
      ]
    : []),
  {
    key: 'total',
    label: orderMessages.total,
    amount: dollars(order.total),
    why: adminOrderMessages.totalWhy,
    strong: true,
  },
];

/** An order cancelled before payment has no amount due. */
function cash(order: AdminOrder): AmountRow[] {
  const row = { key: 'cash', amount: dollars(order.total), why: adminOrderMessages.payOnDelivery };
  if (isDueOnDelivery(order)) return [{ ...row, label: orderMessages.dueOnDelivery }];
  return order.paymentStatus === 'pending' ? [] : [{ ...row, label: paymentStatusLabels.paid }];
}

/** Online payments are in the currency of the payment provider. */
function charge(order: AdminOrder): AmountRow[] {
  const {
    charge: { amount, currency },
    chargeRate,
    payments,
    cashRefunds = [],
  } = order;
  const refundedAmount = sumOf(
    [...payments.flatMap(({ refunds }) => refunds), ...cashRefunds]
      .filter(({ status }) => status !== 'failed')
      .map((refund) => refund.amount),
  );
  const rows =
    order.paymentMethod === 'cod'
      ? cash(order)
      : [
          {
            key: 'charged',
            label: adminOrderMessages.charged,
            amount: formatCharge(amount, currency),
            why: adminOrderMessages.chargedWhy(String(chargeRate)),
          },
        ];
  if (refundedAmount === 0) return rows;
  return [
    ...rows,
    {
      key: 'refunded',
      label: adminOrderMessages.refunded,
      amount: `-${formatCharge(refundedAmount, currency)}`,
      why: adminOrderMessages.refundedWhy,
    },
    {
      key: 'left',
      label: adminOrderMessages.remaining,
      amount: formatCharge(minus(amount, refundedAmount), currency),
      why: adminOrderMessages.remainingWhy,
      strong: true,
    },
  ];
}
