import { undoEmailMessages } from '@shop/contracts/identity/auth-messages';
import { undoEmailChange } from '@shop/contracts/identity/operations';
import { EmailLink } from '@shop/contracts/identity/schema';
import { formOf } from '#lib/forms/form.server.ts';
import { titleMeta } from '#lib/page-title.ts';
import type { Route } from './+types/undo-email-change';
import { followLink } from './email-link.server.ts';
import { EmailLinkForm } from './email-link-form.tsx';

const { title, failed, toReset } = undoEmailMessages;

export const loader = ({ url }: Route.LoaderArgs) => ({ token: url.searchParams.get('token') });

export const meta: Route.MetaFunction = ({ matches }) => [titleMeta(matches, title)];

export const action = async ({ request }: Route.ActionArgs) =>
  followLink(request, {
    form: await formOf(request),
    schema: EmailLink,
    follow: (api, body) => api.call(undoEmailChange, { body }),
    failed,
  });

export default function UndoEmailChangePage({ loaderData: { token }, actionData }: Route.ComponentProps) {
  return (
    <EmailLinkForm token={token} result={actionData} texts={undoEmailMessages} to="/forgot-password" next={toReset} />
  );
}
