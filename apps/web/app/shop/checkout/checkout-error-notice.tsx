import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { Notice } from '#ui/notice.tsx';
import type { CheckoutCode, CheckoutError } from './checkout-request.ts';

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

export function CheckoutErrorNotice({ message, code }: CheckoutError) {
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
