import { cartMessages } from '@shop/contracts/cart/messages';
import { useSession } from '#lib/session.tsx';
import { ButtonLink } from '#ui/button.tsx';

/** Visitors without a session log in or begin as a guest first, and then continue to the checkout. */
export function CheckoutLink({ signedIn }: { signedIn: boolean }) {
  const { session } = useSession();
  const hasSession = signedIn || Boolean(session?.user);
  return <ButtonLink to={hasSession ? '/checkout' : '/login?redirect=checkout'}>{cartMessages.toCheckout}</ButtonLink>;
}
