import { pageTitle } from '@shop/contracts/common/constants';
import { accountMessages } from '@shop/contracts/identity/account-messages';
import { User } from '@shop/contracts/identity/schema';
import { Outlet, useLocation } from 'react-router';
import { AccountFrame } from '#features/account/account-frame.tsx';
import { ConfirmEmailNotice } from '#features/auth/confirm-email-notice.tsx';
import { apiFor } from '#lib/api.server.ts';
import type { Route } from './+types/layout';

/** Not taken from the guard, which loads the user before a form of the page changes it. */
export async function loader({ request }: Route.LoaderArgs) {
  return { user: await apiFor(request).get('/user/me', User) };
}

/** Also after a rejected form: its subject may have been deleted. */
export const shouldRevalidate = () => true;

export const meta = () => [{ title: pageTitle(accountMessages.title) }, { name: 'robots', content: 'noindex' }];

/** Orders, wishlist and notifications are in the side menu too, and have their own headings. */
export default function AccountArea({ loaderData: { user } }: Route.ComponentProps) {
  const isAccountPage = useLocation().pathname.startsWith('/account');
  return (
    <AccountFrame user={user} heading={isAccountPage ? accountMessages.title : undefined}>
      {isAccountPage && !user.emailVerified && (
        <div className="mb-8 print:hidden">
          <ConfirmEmailNotice email={user.email} />
        </div>
      )}
      <Outlet context={user} />
    </AccountFrame>
  );
}
