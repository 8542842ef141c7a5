import { trackOrderMessages } from '@shop/contracts/orders/messages';
import { trackOrder } from '@shop/contracts/orders/operations';
import { OrderKey } from '@shop/contracts/orders/schema';
import { data } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { fieldErrors } from '#lib/forms/field-errors.ts';
import { readForm } from '#lib/forms/form.server.ts';
import { storeNameOf } from '#lib/page-title.ts';
import { pageMeta } from '#lib/seo.ts';
import type { Route } from './+types/track-order';
import { type TrackOrderError, TrackOrderForm } from './track-order-form.tsx';
import { TrackedOrderView } from './tracked-order.tsx';

const { title, description } = trackOrderMessages;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title, description: description(storeNameOf(matches)), path: '/track-order' });

/** A POST, so that order number and email stay out of the address bar, the browser history and every log. */
export async function action({ request }: Route.ActionArgs) {
  const text = await readForm(request);
  const values = { number: text('number'), email: text('email') };
  const key = OrderKey.safeParse(values);
  if (!key.success) return fail({ values, errors: fieldErrors(key.error.issues) }, 422);

  const found = await apiFor(request).call(trackOrder, { body: key.data });
  if (found.ok) return data({ order: found.value, error: undefined }, { status: 200 });
  return fail({ values, errors: {}, failed: found.problem.message }, found.problem.status);
}

const fail = (error: TrackOrderError, status: number) => data({ order: undefined, error }, { status });

export default function TrackOrderPage({ actionData }: Route.ComponentProps) {
  return (
    <div className="page-width section-rhythm">
      <div className="mx-auto max-w-3xl">
        {actionData?.order ? (
          <TrackedOrderView order={actionData.order} />
        ) : (
          <TrackOrderPrompt error={actionData?.error} />
        )}
      </div>
    </div>
  );
}

function TrackOrderPrompt({ error }: { error?: TrackOrderError }) {
  return (
    <div className="mx-auto max-w-xl">
      <h1 className="font-display text-h1">{trackOrderMessages.title}</h1>
      <p className="mt-3 mb-8 text-ink-soft">{trackOrderMessages.invitation}</p>
      <TrackOrderForm error={error} />
    </div>
  );
}
