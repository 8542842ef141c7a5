import { confirmNewsletterMessages } from '@shop/contracts/newsletter/messages';
import { confirmSubscription } from '@shop/contracts/newsletter/operations';
import { SubscriptionLink } from '@shop/contracts/newsletter/schema';
import { formOf } from '#lib/forms/form.server.ts';
import { titleMeta } from '#lib/page-title.ts';
import { followLink } from '#shop/auth/email-link.server.ts';
import { EmailLinkForm } from '#shop/auth/email-link-form.tsx';
import type { Route } from './+types/confirm';

const { title, failed, toShop } = confirmNewsletterMessages;

export const loader = ({ url }: Route.LoaderArgs) => ({ token: url.searchParams.get('token') });

export const meta: Route.MetaFunction = ({ matches }) => [titleMeta(matches, title)];

export const action = async ({ request }: Route.ActionArgs) =>
  followLink(request, {
    form: await formOf(request),
    schema: SubscriptionLink,
    follow: (api, body) => api.call(confirmSubscription, { body }),
    failed,
  });

export default function ConfirmNewsletterPage({ loaderData: { token }, actionData }: Route.ComponentProps) {
  return (
    <EmailLinkForm
      token={token}
      result={actionData}
      texts={confirmNewsletterMessages}
      to="/products?sortBy=newest"
      next={toShop}
    />
  );
}
