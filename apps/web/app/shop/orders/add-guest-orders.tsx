import { joinOrdersMessages as texts } from '@shop/contracts/identity/guest-messages';
import { joinGuestOrders, listGuestOrders } from '@shop/contracts/identity/operations';
import { data, Form, redirect } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { useDates } from '#lib/dates.ts';
import { failedResponse } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { useCustomer } from '#shop/account/use-customer.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/add-guest-orders';

export async function loader({ request }: Route.LoaderArgs) {
  const found = await apiFor(request).call(listGuestOrders);
  if (found.ok) return { orders: found.value };
  throw data(found.problem, { status: found.problem.status });
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

export async function action({ request }: Route.ActionArgs) {
  const result = await apiFor(request).call(joinGuestOrders);
  if (result.ok) return redirect('/orders?done=joined');
  return failedResponse(result.problem, texts.failed);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ failed: texts.failed }));

/** The customer sees which orders these are before they are added: anyone can buy as a guest with any address. */
export default function AddGuestOrdersPage({ loaderData: { orders }, actionData }: Route.ComponentProps) {
  const { shortDate } = useDates();
  const { emailVerified } = useCustomer();
  const busy = useIsSubmitting();
  return (
    <>
      <h1 className="font-display text-h1">{texts.heading}</h1>
      {orders.length === 0 ? (
        <p className="mt-6">{emailVerified ? texts.none : texts.unconfirmed}</p>
      ) : (
        <Form method="post" className="mt-4 grid max-w-xl gap-5">
          <p className="text-ink-soft">{texts.invitation}</p>
          <ul className="grid gap-2">
            {orders.map(({ number, createdAt }) => (
              <li key={number} className="rounded-control border border-line px-4 py-3">
                {texts.order(number, shortDate(new Date(createdAt)))}
              </li>
            ))}
          </ul>
          {actionData && 'failed' in actionData && <Notice kind="error">{actionData.failed}</Notice>}
          <Button type="submit" busy={busy} busyLabel={texts.submitting} className="justify-self-start">
            {texts.submit}
          </Button>
        </Form>
      )}
      <p className="mt-6">
        <TextLink to="/orders">{texts.toOrders}</TextLink>
      </p>
    </>
  );
}
