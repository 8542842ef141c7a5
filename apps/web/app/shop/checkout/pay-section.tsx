import type { Cart } from '@shop/contracts/cart/schema';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { checkoutPageMessages } from '@shop/contracts/checkout/page-messages';
import { dollars, formatCharge } from '@shop/contracts/common/money';
import { orderMessages } from '@shop/contracts/orders/messages';
import { Lock } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { TotalExplained } from '#shop/orders/total-explained.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { CheckoutCode, CheckoutError } from './checkout-request.ts';
import { IF_ON_DELIVERY, IF_ONLINE } from './method-choice.tsx';
import { ReturnsLink } from './returns-link.tsx';

type PaySectionProps = { cart: Cart; form: string; processing: boolean; returnDays: number; error?: CheckoutError };

/** What will be charged, and the button. Below desktop also the total, which is far from the summary there. */
export function PaySection({ cart, form, processing, returnDays, error }: PaySectionProps) {
  const isFree = cart.total === 0;
  return (
    <div className="grid grid-cols-1 gap-4 border-line border-t py-7">
      <div className="grid gap-4 desktop:hidden">
        <p className="flex items-baseline justify-between gap-4">
          <span className="font-semibold">{orderMessages.total}</span>
          <span className="font-display text-quote leading-none">{dollars(cart.total)}</span>
        </p>
        <TotalExplained of={cart} chargeLook={IF_ONLINE} />
      </div>
      <div role="status" className="grid gap-1">
        {isFree ? <p>{checkoutMessages.nothingToPay}</p> : <Charge {...cart} />}
      </div>
      {error && <CheckoutErrorNotice {...error} />}
      <Button
        type="submit"
        form={form}
        busy={processing}
        busyLabel={checkoutMessages.processing}
        className="min-h-13 w-full"
      >
        {isFree ? (
          checkoutMessages.placeOrder
        ) : (
          <>
            <span className={IF_ONLINE}>
              <Lock aria-hidden className="mr-2 inline size-4 align-[-2px]" strokeWidth={1.75} />
              {checkoutMessages.pay}
            </span>
            <span className={IF_ON_DELIVERY}>{checkoutMessages.placeOrder}</span>
          </>
        )}
      </Button>
      <div className="text-center text-small text-ink-soft">
        {!isFree && <p className={IF_ONLINE}>{checkoutPageMessages.reserved}</p>}
        {returnDays > 0 && <ReturnsLink days={returnDays} />}
      </div>
    </div>
  );
}

function Charge({ charge: { amount, currency }, total }: Pick<Cart, 'charge' | 'total'>) {
  return (
    <>
      <p className={`font-medium ${IF_ONLINE}`}>{checkoutMessages.charge(formatCharge(amount, currency))}</p>
      <p className={`font-medium ${IF_ON_DELIVERY}`}>{checkoutMessages.payOnDelivery(dollars(total))}</p>
      <p className={`text-small text-ink-soft ${IF_ONLINE}`}>{checkoutMessages.currencies(currency)}</p>
    </>
  );
}

/** Pages where an error can be resolved, by error code. */
const TO_CART = [{ to: '/cart', label: checkoutMessages.toCart }];
const LINKS: Partial<Record<CheckoutCode, typeof TO_CART>> = {
  out_of_stock: TO_CART,
  cart_empty: TO_CART,
  discount_invalid: TO_CART,
  client_limit: [{ to: '/account', label: checkoutMessages.confirmEmail }],
  email_unconfirmed: [{ to: '/account', label: checkoutMessages.toAccount }],
  unit_limit: [...TO_CART, { to: '/support', label: checkoutMessages.contactSupport }],
  online_payment_off: [{ to: '/support', label: checkoutMessages.contactSupport }],
  order_limit: [{ to: '/support', label: checkoutMessages.contactSupport }],
};

function CheckoutErrorNotice({ message, code }: CheckoutError) {
  return (
    <Notice kind="error">
      {message}
      {code &&
        LINKS[code]?.map(({ to, label }) => (
          <Fragment key={to}>
            {' '}
            <Link to={to} className="font-medium text-violet underline underline-offset-4">
              {label}
            </Link>
          </Fragment>
        ))}
    </Notice>
  );
}
