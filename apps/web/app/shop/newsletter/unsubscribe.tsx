import { unsubscribeMessages } from '@shop/contracts/newsletter/messages';
import { unsubscribeFromNewsletter } from '@shop/contracts/newsletter/operations';
import { UnsubscribeLink } from '@shop/contracts/newsletter/schema';
import { titleMeta } from '#lib/page-title.ts';
import { followLink } from '#shop/auth/email-link.server.ts';
import { EmailLinkForm } from '#shop/auth/email-link-form.tsx';
import type { Route } from './+types/unsubscribe';

const { title, failed, toShop } = unsubscribeMessages;

export const loader = ({ url }: Route.LoaderArgs) => ({ token: url.searchParams.get('token') });

export const meta: Route.MetaFunction = ({ matches }) => [titleMeta(matches, title)];

/** Email clients also send this form (one-click unsubscribe, RFC 8058), without the token: it is in the URL. */
export async function action({ request, url }: Route.ActionArgs) {
  const form = new FormData();
  form.set('token', url.searchParams.get('token') ?? '');
  return followLink(request, {
    form,
    schema: UnsubscribeLink,
    follow: (api, body) => api.call(unsubscribeFromNewsletter, { body }),
    failed,
  });
}

export default function UnsubscribePage({ loaderData: { token }, actionData }: Route.ComponentProps) {
  return <EmailLinkForm token={token} result={actionData} texts={unsubscribeMessages} to="/" next={toShop} />;
}
