import { checkoutMessages } from '@shop/contracts/checkout/messages';
import type { ConfirmationEmail } from '@shop/contracts/orders/schema';

/** Empty for customers who get no order emails. */
export function ConfirmationEmailText({ email }: ConfirmationEmail) {
  if (!email) return null;
  const { emailQueued, emailSent } = checkoutMessages;
  return <p className="mt-2 wrap-anywhere text-ink-soft">{email.sent ? emailSent(email.to) : emailQueued(email.to)}</p>;
}
