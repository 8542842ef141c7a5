import { cartMessages } from '@shop/contracts/cart/messages';
import { ButtonLink } from '#ui/button.tsx';

/** Guests log in first, and then continue to the checkout. */
export const CheckoutLink = ({ signedIn }: { signedIn: boolean }) => (
  <ButtonLink to={signedIn ? '/checkout' : '/login?redirect=checkout'}>{cartMessages.toCheckout}</ButtonLink>
);
