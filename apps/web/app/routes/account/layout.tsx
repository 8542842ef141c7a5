import { pageTitle } from '@shop/contracts/common/constants';
import { accountMessages } from '@shop/contracts/identity/account-messages';
import { User } from '@shop/contracts/identity/schema';
import { Outlet } from 'react-router';
import { AccountNav } from '#features/account/account-nav.tsx';
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

export default function AccountArea({ loaderData: { user } }: Route.ComponentProps) {
  return (
    <div className="page-width pt-8 pb-16 tablet:pt-12 desktop:pb-24">
      <h1 className="font-display text-h1">{accountMessages.title}</h1>
      <div className="mt-6 grid grid-cols-1 gap-8 print:block tablet:mt-8 tablet:grid-cols-[12rem_minmax(0,1fr)] desktop:grid-cols-[15rem_minmax(0,1fr)] desktop:gap-12">
        <AccountNav user={user} />
        <div className="min-w-0">
          {!user.emailVerified && (
            <div className="mb-8 print:hidden">
              <ConfirmEmailNotice email={user.email} />
            </div>
          )}
          <Outlet context={user} />
        </div>
      </div>
    </div>
  );
}
