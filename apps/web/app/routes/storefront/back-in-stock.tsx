import { Said } from '@shop/contracts/identity';
import { pageTitle } from '@shop/contracts/site';
import { Waiting } from '@shop/contracts/waitlist';
import { waitlistMessages } from '@shop/contracts/waitlist-texts';
import { data } from 'react-router';
import { TextLink } from '#components/identity/text-link.tsx';
import { TellMe } from '#components/product/tell-me.tsx';
import { apiFor } from '#lib/api.server.ts';
import { errorsByField, readForm } from '#lib/form.server.ts';
import { whenUnreachable } from '#lib/unreachable.ts';
import type { WaitAnswer } from '#lib/wait-answer.ts';
import type { Route } from './+types/back-in-stock';

const { title, heading, chooseFirst, backToShop, failed } = waitlistMessages;

export const meta = () => [{ title: pageTitle(title) }];

export async function action({ request }: Route.ActionArgs) {
  const text = await readForm(request);
  const [variantId, email] = [text('variantId'), text('email')];
  const wish = Waiting.safeParse({ variantId, ...(email && { email }) });
  if (!wish.success) return answer(variantId, { email, ...wordsFor(errorsByField(wish.error)) }, 422);

  const noted = await apiFor(request).post('/waitlist', Said, wish.data);
  if (noted.ok) return answer(variantId, { done: true }, 200);
  const { status, message, errors } = noted.problem;
  if (errors?.some(({ field }) => field === 'email')) return answer(variantId, { email, emailError: message }, status);
  return answer(variantId, { email, failed: status < 500 ? message : failed }, status);
}

const wordsFor = (errors: Record<string, string>): WaitAnswer =>
  errors.email ? { emailError: errors.email } : { failed: waitlistMessages.notFound };

const answer = (variantId: string, told: WaitAnswer, status: number) => data({ variantId, ...told }, { status });

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(whenUnreachable<WaitAnswer & { variantId: string }>({ variantId: '', failed }));

/** Where the form arrives without JavaScript. */
export default function BackInStockPage({ actionData }: Route.ComponentProps) {
  return (
    <section className="page-width section-rhythm">
      <div className="mx-auto max-w-md">
        <h1 className="mb-6 font-display text-h1">{heading}</h1>
        {actionData ? <TellMe variantId={actionData.variantId} result={actionData} /> : <p>{chooseFirst}</p>}
        <p className="mt-6">
          <TextLink to="/products">{backToShop}</TextLink>
        </p>
      </div>
    </section>
  );
}
