import { newsletterMessages } from '@shop/contracts/newsletter/messages';
import { subscribeToNewsletter } from '@shop/contracts/newsletter/operations';
import { Subscription } from '@shop/contracts/newsletter/schema';
import { data } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { readForm } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { titleMeta } from '#lib/page-title.ts';
import type { Route } from './+types/newsletter';
import { NewsletterForm, type SubscribeResult } from './newsletter-form.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleMeta(matches, newsletterMessages.title)];

export async function action({ request }: Route.ActionArgs) {
  const email = (await readForm(request))('email');
  const subscription = Subscription.safeParse({ email });
  if (!subscription.success) return respond({ email, error: newsletterMessages.invalidEmail }, 422);

  const stored = await apiFor(request).call(subscribeToNewsletter, { body: subscription.data });
  if (stored.ok) return respond({ email, error: null }, 200);

  return respond({ email, error: errorMessage(stored.problem, newsletterMessages.failed) }, stored.problem.status);
}

export const clientAction = async ({ request, serverAction }: Route.ClientActionArgs) => {
  const email = String((await request.clone().formData()).get('email') ?? '');
  return serverAction().catch(onNetworkError<SubscribeResult>({ email, error: newsletterMessages.failed }));
};

const respond = (result: SubscribeResult, status: number) => data(result, { status });

/** Target of the form without JavaScript. */
export default function NewsletterPage({ actionData }: Route.ComponentProps) {
  return (
    <section className="page-width section-rhythm">
      <div className="mx-auto max-w-xl">
        <h1 className="font-display text-h1">{newsletterMessages.heading}</h1>
        <p className="mt-3 mb-8 text-ink-soft">{newsletterMessages.invitation}</p>
        <NewsletterForm result={actionData} />
      </div>
    </section>
  );
}
