import { orderMessages, trackOrderMessages } from '@shop/contracts/orders/messages';
import { trackOrder } from '@shop/contracts/orders/operations';
import { type Order, OrderKey, type TrackedOrder } from '@shop/contracts/orders/schema';
import { isTrackedPartiallyShipped } from '@shop/contracts/orders/shipping';
import { shippingMessages } from '@shop/contracts/orders/shipping-messages';
import { useEffect, useRef } from 'react';
import { data, Form, Link, useNavigation } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { useDates } from '#lib/dates.ts';
import { fieldErrors } from '#lib/forms/field-errors.ts';
import { readForm } from '#lib/forms/form.server.ts';
import { storeNameOf } from '#lib/page-title.ts';
import { pageMeta } from '#lib/seo.ts';
import { DeliveryEstimateText } from '#shop/delivery/delivery-estimate-text.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FieldError, TextField } from '#ui/form/field.tsx';
import type { Route } from './+types/track-order';
import { OrderLines } from './order-lines.tsx';
import { OrderProgress } from './order-progress.tsx';
import { Shipments } from './shipments.tsx';
import { Totals } from './totals.tsx';

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

type TrackFields = { number: string; email: string };
type TrackOrderError = { values: TrackFields; errors: Partial<TrackFields>; failed?: string };

function TrackOrderForm({ error }: { error?: TrackOrderError }) {
  const { state, formMethod } = useNavigation();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);
  const field = (name: keyof TrackFields) => ({
    name,
    label: trackOrderMessages[name],
    defaultValue: error?.values[name],
    error: error?.errors[name],
  });

  return (
    <Form ref={form} method="post" noValidate preventScrollReset className="grid gap-5">
      <TextField
        {...field('number')}
        hint={trackOrderMessages.numberHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <TextField {...field('email')} type="email" autoComplete="email" required />
      {error?.failed && <FieldError>{error.failed}</FieldError>}
      <Button
        type="submit"
        busy={state !== 'idle' && formMethod === 'POST'}
        busyLabel={trackOrderMessages.tracking}
        className="justify-self-start"
      >
        {trackOrderMessages.track}
      </Button>
    </Form>
  );
}

type Amounts = Pick<Order, 'subtotal' | 'tax' | 'shipping' | 'discount' | 'discountCode' | 'total'>;

/** A gift has none. */
const hasAmounts = (order: TrackedOrder): order is TrackedOrder & Amounts => order.total !== undefined;

/** An order found by its number and email address. It has no URL of its own, so it takes the focus. */
function TrackedOrderView({ order }: { order: TrackedOrder }) {
  const { shortDate } = useDates();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const partial = isTrackedPartiallyShipped(order);

  return (
    <article>
      <h1 ref={heading} tabIndex={-1} className="font-display text-h1">
        {trackOrderMessages.heading(order.number)}
      </h1>
      <p className="mt-2 text-ink-soft">
        {trackOrderMessages.placedOn(shortDate(new Date(order.placedAt)))}
        {order.status === 'shipped' && ` · ${trackOrderMessages.goesTo(`${order.city}, ${order.country}`)}`}
        {partial && ` · ${shippingMessages.partiallyShipped}`}
      </p>
      <DeliveryEstimateText order={order} className="mt-2" />
      {order.trackingNumber && order.shipments.length === 0 && (
        <p className="mt-2">
          <span className="text-ink-soft">{trackOrderMessages.trackingNumber}: </span>
          <span className="font-semibold tabular-nums">{order.trackingNumber}</span>
        </p>
      )}
      <div className="my-10">
        <OrderProgress status={order.status} reachedAt={order.reachedAt} />
      </div>
      {order.shipments.length > 0 && (
        <div className="mb-10">
          <Shipments shipments={order.shipments} partial={partial} />
        </div>
      )}
      <h2 className="mb-4 font-display text-h2">{orderMessages.items}</h2>
      <OrderLines items={order.items} />
      {hasAmounts(order) && <Totals of={order} />}
      <p className="mt-10 text-ink-soft">
        {trackOrderMessages.help}{' '}
        <Link to="/support" className="font-medium text-violet underline underline-offset-4">
          {trackOrderMessages.helpLink}
        </Link>
      </p>
      <ButtonLink to="/track-order" look="secondary" className="mt-6">
        {trackOrderMessages.another}
      </ButtonLink>
    </article>
  );
}
