import { waitlistMessages } from '@shop/contracts/waitlist/messages';
import { requestBackInStockAlert } from '@shop/contracts/waitlist/operations';
import { BackInStockRequest } from '@shop/contracts/waitlist/schema';
import { data } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { fieldErrors } from '#lib/forms/field-errors.ts';
import { readForm } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { titleMeta } from '#lib/page-title.ts';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/back-in-stock';
import { BackInStockForm } from './back-in-stock-form.tsx';
import type { BackInStockResult } from './back-in-stock-result.ts';

const { title, heading, chooseFirst, continueShopping, failed } = waitlistMessages;

export const meta: Route.MetaFunction = ({ matches }) => [titleMeta(matches, title)];

export async function action({ request }: Route.ActionArgs) {
  const text = await readForm(request);
  const [variantId, email] = [text('variantId'), text('email')];
  const parsed = BackInStockRequest.safeParse({ variantId, ...(email && { email }) });
  if (!parsed.success) return respond(variantId, { email, ...errorResultOf(fieldErrors(parsed.error.issues)) }, 422);

  const response = await apiFor(request).call(requestBackInStockAlert, { body: parsed.data });
  if (response.ok) return respond(variantId, { done: true }, 200);
  const { problem } = response;
  const emailError = fieldErrors(problem.errors).email;
  if (emailError) return respond(variantId, { email, emailError }, problem.status);
  return respond(variantId, { email, failed: errorMessage(problem, failed) }, problem.status);
}

const errorResultOf = (errors: Record<string, string>): BackInStockResult =>
  errors.email ? { emailError: errors.email } : { failed: waitlistMessages.notFound };

const respond = (variantId: string, result: BackInStockResult, status: number) =>
  data({ variantId, ...result }, { status });

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError<BackInStockResult & { variantId: string }>({ variantId: '', failed }));

/** Target of the form without JavaScript. */
export default function BackInStockPage({ actionData }: Route.ComponentProps) {
  return (
    <section className="page-width section-rhythm">
      <div className="mx-auto max-w-md">
        <h1 className="mb-6 font-display text-h1">{heading}</h1>
        {actionData ? <BackInStockForm variantId={actionData.variantId} result={actionData} /> : <p>{chooseFirst}</p>}
        <p className="mt-6">
          <TextLink to="/products">{continueShopping}</TextLink>
        </p>
      </div>
    </section>
  );
}
