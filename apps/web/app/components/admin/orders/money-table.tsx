import type { OrderDossier } from '@shop/contracts/admin-orders';
import { adminOrderMessages } from '@shop/contracts/admin-orders-texts';
import { shippingMethodLabels } from '@shop/contracts/checkout-texts';
import { charged, dollars } from '@shop/contracts/money';
import { isDueOnDelivery, orderMessages, paymentStatusLabels } from '@shop/contracts/orders-texts';
import { Table } from '#components/ui/table.tsx';

type Figure = { key: string; label: string; amount: string; why: string; strong?: boolean };

const COLUMNS = [
  {
    label: adminOrderMessages.figure,
    cell: ({ label, strong }: Figure) => <span className={strong ? 'font-semibold' : 'wrap-anywhere'}>{label}</span>,
  },
  { label: adminOrderMessages.why, cell: ({ why }: Figure) => <span className="text-ink-soft">{why}</span> },
  {
    label: adminOrderMessages.amount,
    cell: ({ amount, strong }: Figure) => <span className={strong ? 'font-semibold' : undefined}>{amount}</span>,
    numeric: true,
  },
];

/** Every figure of an order, and what it is made of. */
export function MoneyTable({ order }: { order: OrderDossier }) {
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

const lines = ({ items }: OrderDossier): Figure[] =>
  items.map(({ id, name, options, price, quantity }) => ({
    key: id,
    label: [name, ...Object.values(options)].join(', '),
    amount: dollars(price * quantity),
    why: adminOrderMessages.lineWhy(quantity, dollars(price)),
  }));

const percent = (basisPoints: number) => `${basisPoints / 100}%`;

const sums = (order: OrderDossier): Figure[] => [
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
  ...(order.promoCode
    ? [
        {
          key: 'discount',
          label: orderMessages.discount,
          amount: `-${dollars(order.discount)}`,
          why: adminOrderMessages.discountWhy(percent(order.promoBp), order.promoCode),
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

/** Nothing is due for an order that was cancelled before anyone paid. */
function cash(order: OrderDossier): Figure[] {
  const figure = { key: 'cash', amount: dollars(order.total), why: adminOrderMessages.payOnDelivery };
  if (isDueOnDelivery(order)) return [{ ...figure, label: orderMessages.dueOnDelivery }];
  return order.paymentStatus === 'pending' ? [] : [{ ...figure, label: paymentStatusLabels.paid }];
}

/** In the currency of the payment provider. */
function charge(order: OrderDossier): Figure[] {
  if (order.paymentMethod === 'cod') return cash(order);
  const {
    charge: { amount, currency },
    chargeRate,
    payments,
  } = order;
  const back = payments
    .flatMap(({ refunds }) => refunds)
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, refund) => sum + refund.amount, 0);
  const figures = [
    {
      key: 'charged',
      label: adminOrderMessages.charged,
      amount: charged(amount, currency),
      why: adminOrderMessages.chargedWhy(String(chargeRate)),
    },
  ];
  if (back === 0) return figures;
  return [
    ...figures,
    {
      key: 'refunded',
      label: adminOrderMessages.refunded,
      amount: `-${charged(back, currency)}`,
      why: adminOrderMessages.refundedWhy,
    },
    {
      key: 'left',
      label: adminOrderMessages.left,
      amount: charged(amount - back, currency),
      why: adminOrderMessages.leftWhy,
      strong: true,
    },
  ];
}
