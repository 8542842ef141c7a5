import { dollars } from '@shop/contracts/common/money';
import { orderMessages } from '@shop/contracts/orders/messages';

type TotalsProps = {
  of: {
    subtotal: number;
    tax: number;
    shipping: number;
    discount: number;
    discountCode: string | null;
    total: number;
  };
};

/** Totals of an order or a cart, calculated by the server. */
export function Totals({ of: { subtotal, tax, shipping, discount, discountCode, total } }: TotalsProps) {
  return (
    <dl className="mt-4 ml-auto grid w-full max-w-xs grid-cols-[1fr_auto] gap-x-6 gap-y-1 tabular-nums">
      <Row label={orderMessages.subtotal} amount={dollars(subtotal)} />
      <Row label={orderMessages.tax} amount={dollars(tax)} />
      <Row label={orderMessages.shipping} amount={dollars(shipping)} />
      {discount > 0 && (
        <Row
          label={discountCode ? orderMessages.discountBy(discountCode) : orderMessages.discount}
          amount={`-${dollars(discount)}`}
        />
      )}
      <Row label={orderMessages.total} amount={dollars(total)} strong />
    </dl>
  );
}

function Row({ label, amount, strong }: { label: string; amount: string; strong?: boolean }) {
  const look = strong ? 'pt-2 font-semibold' : 'text-ink-soft';
  return (
    <>
      <dt className={`${look} min-w-0 wrap-anywhere`}>{label}</dt>
      <dd className={`${look} text-right`}>{amount}</dd>
    </>
  );
}
