import { getCurrentUser } from '@shop/contracts/identity/operations';
import { supportMessages } from '@shop/contracts/support/messages';
import { createTicket } from '@shop/contracts/support/operations';
import { NewTicket } from '@shop/contracts/support/schema';
import { data } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { fieldErrors } from '#lib/forms/field-errors.ts';
import { readForm } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { hasSessionCookie } from '#lib/guards.server.ts';
import { pageMeta } from '#lib/seo.ts';
import { getStoreSettings } from '#lib/store-settings.server.ts';
import { ArticleText } from '#shop/content/article-text.tsx';
import { articleAt } from '#shop/content/articles.server.ts';
import type { Route } from './+types/contact';
import { SupportForm, type TicketResult } from './support-form.tsx';

export const loader = async ({ url }: Route.LoaderArgs) => articleAt(url, await getStoreSettings());

export const meta: Route.MetaFunction = ({ matches, loaderData }) => pageMeta(matches, loaderData);

export async function action({ request }: Route.ActionArgs) {
  const text = await readForm(request);
  // The form asks guests only.
  const sender = text('email') ? undefined : await findSender(request);
  const values = { ...valuesOf(text), ...(sender && { name: sender.name, email: sender.email }) };
  const ticket = NewTicket.safeParse({ ...values, orderNumber: values.orderNumber.trim() || undefined });
  if (!ticket.success) return respond({ values, errors: fieldErrors(ticket.error.issues) }, 422);
  if (text('website')) return respond({ values, errors: {}, failed: supportMessages.failed }, 422);

  const opened = await apiFor(request).call(createTicket, { body: ticket.data });
  if (opened.ok) return respond({ ticket: opened.value.number, conversationId: opened.value.id }, 201);

  const { problem } = opened;
  return respond({ values, errors: {}, failed: errorMessage(problem, supportMessages.failed) }, problem.status);
}

export const clientAction = async ({ request, serverAction }: Route.ClientActionArgs) => {
  const form = await request.clone().formData();
  const text = (name: string) => String(form.get(name) ?? '');
  return serverAction().catch(
    onNetworkError<TicketResult>({ values: valuesOf(text), errors: {}, failed: supportMessages.failed }),
  );
};

const valuesOf = (text: (name: string) => string) => ({
  name: text('name'),
  email: text('email'),
  orderNumber: text('orderNumber'),
  subject: text('subject'),
  message: text('message'),
});

async function findSender(request: Request) {
  if (!hasSessionCookie(request)) return undefined;
  const found = await apiFor(request).call(getCurrentUser);
  return found.ok ? found.value : undefined;
}

const respond = (result: TicketResult, status: number) => data(result, { status });

/** A content page with a form beside it: contact and support. */
export default function ContactPage({ loaderData: { article }, actionData }: Route.ComponentProps) {
  return (
    <div className="page-width section-rhythm">
      <h1 className="font-display text-h1">{article.heading}</h1>
      <div className="mt-8 grid items-start gap-12 desktop:grid-cols-[minmax(0,1fr)_28rem] desktop:gap-16">
        <ArticleText blocks={article.blocks} />
        <SupportForm result={actionData} />
      </div>
    </div>
  );
}
