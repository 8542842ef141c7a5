import { accountMessages } from '@shop/contracts/identity/account-messages';
import { getCurrentUser } from '@shop/contracts/identity/operations';
import { countUnreadConversations } from '@shop/contracts/support/operations';
import { data, Outlet, useLocation, useRouteLoaderData } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { afterEveryResponse } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { ConfirmEmailNotice } from '#shop/auth/confirm-email-notice.tsx';
import type { Route } from './+types/account-layout';
import { AccountFrame } from './account-frame.tsx';

/** Not taken from the guard, which loads the user before a form of the page changes it. */
export async function loader({ request }: Route.LoaderArgs) {
  const api = apiFor(request);
  const [user, messages] = await Promise.all([api.call(getCurrentUser), api.call(countUnreadConversations)]);
  const unreadMessages = messages.ok ? messages.value.unread : 0;
  if (user.ok) return { user: user.value, unreadMessages };
  // A visitor with the link to a guest's order: the guard lets no other one in.
  if (user.problem.status === 401) return { user: null, unreadMessages };
  throw data(user.problem, { status: user.problem.status });
}

/** Also after a rejected form: its subject may have been deleted. */
export const shouldRevalidate = afterEveryResponse;

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, accountMessages.title);

/** Orders, wishlist and notifications are in the side menu too, and have their own headings. */
export default function AccountArea({ loaderData: { user, unreadMessages } }: Route.ComponentProps) {
  // The conversation is marked as read while this layout is loaded.
  const conversation = useRouteLoaderData<{ unreadMessages?: number }>('shop/support/conversation');
  const isAccountPage = useLocation().pathname.startsWith('/account');
  if (!user || user.guest)
    return (
      <div className="page-width pt-8 pb-16 tablet:pt-12 desktop:pb-24">
        <Outlet context={user} />
      </div>
    );
  return (
    <AccountFrame
      user={user}
      heading={isAccountPage ? accountMessages.title : undefined}
      unreadMessages={conversation?.unreadMessages ?? unreadMessages}
    >
      {isAccountPage && !user.emailVerified && (
        <div className="mb-8 print:hidden">
          <ConfirmEmailNotice email={user.email} />
        </div>
      )}
      <Outlet context={user} />
    </AccountFrame>
  );
}
