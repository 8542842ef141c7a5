import { pageTitle } from '@shop/contracts/common/constants';
import { joinOrdersMessages } from '@shop/contracts/identity/guest-messages';
import { EmailConfirmation } from '@shop/contracts/identity/schema';
import { followLink } from '#features/auth/email-link.server.ts';
import { EmailLinkForm } from '#features/auth/email-link-form.tsx';
import { formOf } from '#lib/forms/form.server.ts';
import type { Route } from './+types/add-guest-orders';

const { title, failed, toOrders } = joinOrdersMessages;

export const loader = ({ url }: Route.LoaderArgs) => ({ token: url.searchParams.get('token') });

export const meta = () => [{ title: pageTitle(title) }];

export const action = async ({ request }: Route.ActionArgs) =>
  followLink(request, {
    form: await formOf(request),
    schema: EmailConfirmation,
    path: '/auth/guest/orders',
    failed,
  });

export default function AddGuestOrdersPage({ loaderData: { token }, actionData }: Route.ComponentProps) {
  return <EmailLinkForm token={token} result={actionData} texts={joinOrdersMessages} to="/orders" next={toOrders} />;
}
