import { adminReturnMessages as texts } from '@shop/contracts/returns/admin-messages';
import { getReturn } from '@shop/contracts/returns/admin-operations';
import { data } from 'react-router';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import { DetailList } from '#admin/kit/detail-list.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { ReturnBadge } from '#shop/returns/order-returns.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/return';
import { sendReturnStep } from './return-actions.server.ts';
import { ReturnLines } from './return-lines.tsx';
import { ReturnSteps } from './return-steps.tsx';
import { ReturnTimeline } from './return-timeline.tsx';

export async function loader({ request, params }: Route.LoaderArgs) {
  return { of: await apiFor(request).read(getReturn, { params: { id: params.returnId } }) };
}

export async function action({ request, url, params }: Route.ActionArgs) {
  const sent = await sendReturnStep(apiFor(request), params.returnId, await formOf(request));
  if (!sent) throw data(null, { status: 400 });
  return redirectAfterAction(url, sent.done, sent.result);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ failed: texts.failed }));

/** Also after a rejected form: another staff member may have changed the return. */
export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, loaderData ? texts.returnOf(loaderData.of.number) : texts.title);

const DONE = {
  authorized: texts.authorized,
  declined: texts.declined,
  received: texts.received,
  refunded: texts.refunded,
  shipped: texts.shipped,
  delivered: texts.delivered,
};

export default function ReturnPage({ loaderData: { of }, actionData }: Route.ComponentProps) {
  const can = useCan();
  return (
    <AdminPage
      title={texts.returnOf(of.number)}
      above={[{ label: texts.title, to: '/admin/returns' }]}
      actions={<ReturnBadge status={of.status} />}
    >
      <FlashMessage texts={DONE} result={actionData} />
      <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-6">
          <Panel title={texts.items}>
            <ReturnLines lines={of.lines} currency={of.currency} />
          </Panel>
          <ReturnSteps key={of.status} of={of} />
        </div>
        <div className="grid min-w-0 gap-6">
          <Panel title={texts.customer}>
            <DetailList
              of={{
                [texts.customer]: can('customers.read') ? (
                  <TextLink to={`/admin/customers/${of.userId}`}>{of.customer}</TextLink>
                ) : (
                  of.customer
                ),
                [texts.email]: of.email,
                ...(of.recipientEmail && { [texts.recipientEmail]: of.recipientEmail }),
                [texts.order]: <TextLink to={`/admin/orders/${of.orderId}`}>#{of.number}</TextLink>,
                ...(of.comment && { [texts.comment]: of.comment }),
              }}
            />
          </Panel>
          <Panel title={texts.timeline}>
            <ReturnTimeline of={of} />
          </Panel>
        </div>
      </div>
    </AdminPage>
  );
}
