import { checkoutMessages } from '@shop/contracts/checkout-texts';
import { Link } from 'react-router';
import { classes } from '#components/ui/classes.ts';
import { Notice } from '#components/ui/notice.tsx';
import { type CheckoutRefusal, needsScripts } from '#lib/checkout-wish.ts';

/** What the cart alone can settle. */
const IN_THE_CART = ['sold_out', 'cart_empty', 'discount_invalid'];

export function PayRefusal({ message, code = '' }: CheckoutRefusal) {
  return (
    <div className={classes(code === needsScripts.code && 'hidden noscript:block')}>
      <Notice kind="error">
        {message}
        {IN_THE_CART.includes(code) && (
          <>
            {' '}
            <Link to="/cart" className="font-medium text-violet underline underline-offset-4">
              {checkoutMessages.toCart}
            </Link>
          </>
        )}
      </Notice>
    </div>
  );
}
