import { SubscriptionLink } from '@shop/contracts/newsletter';
import { leaveNewsletterMessages } from '@shop/contracts/newsletter-texts';
import { pageTitle } from '@shop/contracts/site';
import { MailedLink } from '#components/identity/mailed-link.tsx';
import { followLink } from '#lib/mailed-link.server.ts';
import type { Route } from './+types/unsubscribe';

const { title, failed, toShop } = leaveNewsletterMessages;

export const loader = ({ url }: Route.LoaderArgs) => ({ token: url.searchParams.get('token') });

export const meta = () => [{ title: pageTitle(title) }];

/** Mail programs press the button by themselves (RFC 8058): their form says so and nothing more, the address says whose. */
export async function action({ request, url }: Route.ActionArgs) {
  const form = new FormData();
  form.set('token', url.searchParams.get('token') ?? '');
  return followLink(request, { form, schema: SubscriptionLink, path: '/newsletter/unsubscription', failed });
}

export default function UnsubscribePage({ loaderData: { token }, actionData }: Route.ComponentProps) {
  return <MailedLink token={token} answer={actionData} words={leaveNewsletterMessages} to="/" next={toShop} />;
}
