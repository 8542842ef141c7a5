import { pageTitle } from '@shop/contracts/common/constants';
import { confirmEmailMessages } from '@shop/contracts/identity/auth-messages';
import { EmailConfirmation } from '@shop/contracts/identity/schema';
import { followLink } from '#features/auth/email-link.server.ts';
import { EmailLinkForm } from '#features/auth/email-link-form.tsx';
import { formOf } from '#lib/forms/form.server.ts';
import type { Route } from './+types/confirm-email';

const { title, failed, toAccount } = confirmEmailMessages;

export const loader = ({ url }: Route.LoaderArgs) => ({ token: url.searchParams.get('token') });

export const meta = () => [{ title: pageTitle(title) }];

export const action = async ({ request }: Route.ActionArgs) =>
  followLink(request, {
    form: await formOf(request),
    schema: EmailConfirmation,
    path: '/auth/confirm-email',
    failed,
  });

export default function ConfirmEmailPage({ loaderData: { token }, actionData }: Route.ComponentProps) {
  return (
    <EmailLinkForm token={token} result={actionData} texts={confirmEmailMessages} to="/account" next={toAccount} />
  );
}
