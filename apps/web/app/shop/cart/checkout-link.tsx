import { cartMessages } from '@shop/contracts/cart/messages';
import { useSession } from '#lib/session.tsx';
import { ButtonLink } from '#ui/button.tsx';

/** Visitors without a session log in or begin as a guest first, and then continue to the checkout. */
export function CheckoutLink({ signedIn }: { signedIn: boolean }) {
  const { session } = useSession();
  const hasSession = signedIn || Boolean(session?.user);
  // The checkout is a document of its own. Led there by the router, a page that is still loading its own data again after
  // an item was added would stay, at the URL of the checkout.
  return (
    <ButtonLink to={hasSession ? '/checkout' : '/login?redirect=checkout'} reloadDocument={hasSession}>
      {cartMessages.toCheckout}
    </ButtonLink>
  );
}
