import { checkoutPageMessages } from '@shop/contracts/checkout/page-messages';
import { logoutMessages } from '@shop/contracts/identity/auth-messages';
import type { User } from '@shop/contracts/identity/schema';
import { UserRound } from 'lucide-react';
import { Form } from 'react-router';
import { ConfirmEmailNotice } from '#shop/auth/confirm-email-notice.tsx';
import { Button } from '#ui/button.tsx';

type ContactProps = {
  user: Pick<User, 'name' | 'email' | 'emailVerified'>;
  /** Guests have no account to log out of or to confirm. */
  isGuest?: boolean;
};

/** Who orders, and where the confirmation goes. */
export function Contact({ user: { name, email, emailVerified }, isGuest = false }: ContactProps) {
  return (
    <>
      <div className="flex items-center gap-3 rounded-card border border-line-strong bg-paper px-4 py-3">
        <UserRound aria-hidden className="size-5 shrink-0 text-mauve-deep" strokeWidth={1.5} />
        <p className="min-w-0 flex-1 wrap-anywhere">
          {!isGuest && <span className="block font-semibold">{name}</span>}
          <span className="text-small text-ink-soft">{email}</span>
        </p>
        {!isGuest && (
          <Form method="post" action="/logout" className="shrink-0">
            <Button type="submit" look="word">
              {logoutMessages.submit}
            </Button>
          </Form>
        )}
      </div>
      {isGuest && <p className="mt-2 text-small text-ink-muted">{checkoutPageMessages.guest}</p>}
      {!isGuest && !emailVerified && (
        <div className="mt-4">
          <ConfirmEmailNotice email={email} />
        </div>
      )}
    </>
  );
}
