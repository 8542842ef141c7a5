import type { User } from '@shop/contracts/identity/schema';
import { orderMessages } from '@shop/contracts/orders/messages';
import { returnMessages as texts } from '@shop/contracts/returns/messages';
import { cancelReturn, getReturnOptions, requestReturn } from '@shop/contracts/returns/operations';
import type { ReturnOptions } from '@shop/contracts/returns/schema';
import { data, redirect, useOutletContext } from 'react-router';
import { type Api, apiFor } from '#lib/api.server.ts';
import { useDates } from '#lib/dates.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { afterEveryResponse, onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { muteNextNotification, unmuteNotifications } from '#shop/notifications/muted-notifications.ts';
import { findOrderElsewhere } from '#shop/orders/order-link.server.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/return';
import { OrderReturns } from './order-returns.tsx';
import { draftOf, missingChoices, requestOf } from './return-draft.ts';
import { ReturnForm } from './return-form.tsx';

export async function loader({ request, params }: Route.LoaderArgs) {
  return { options: await loadReturnOptions(apiFor(request), params.orderId), formKey: crypto.randomUUID() };
}

export async function action({ request, params }: Route.ActionArgs) {
  const form = await formOf(request);
  const api = apiFor(request);
  const { orderId } = params;
  const order = `/orders/${encodeURIComponent(orderId)}`;

  if (form.get('intent') === 'cancel') {
    const returnId = String(form.get('returnId'));
    // The key is that of the return: it can be cancelled once.
    const result = await api.call(cancelReturn, { params: { id: orderId, returnId }, key: `cancel ${returnId}` });
    if (result.ok) throw redirect(`${order}?done=return-cancelled`);
    return data({ failed: errorMessage(result.problem, texts.cancelFailed) }, { status: result.problem.status });
  }

  const options = await loadReturnOptions(api, params.orderId);
  const draft = draftOf(form, options);
  if (form.get('intent') === 'preview') return { draft };
  const errors = missingChoices(options, draft);
  if (Object.keys(errors).length > 0) return data({ draft, errors }, { status: 422 });
  const requested = requestOf(options, draft);
  if (!requested) return data({ draft, errors: { items: texts.nothingChosen } }, { status: 422 });
  const result = await api.call(requestReturn, {
    params: { id: orderId },
    body: requested,
    key: String(form.get('key')),
  });
  if (result.ok) throw redirect(`${order}?done=return-requested`);
  return data({ draft, failed: errorMessage(result.problem, texts.failed) }, { status: result.problem.status });
}

export async function clientAction({ params, serverAction }: Route.ClientActionArgs) {
  const page = `/orders/${params.orderId}`;
  muteNextNotification(page);
  const result = await serverAction().catch(onNetworkError({ failed: texts.failed }));
  unmuteNotifications(page);
  return result;
}

/** Also after a rejected request: a size may have sold out in the meantime. */
export const shouldRevalidate = afterEveryResponse;

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

/** As bought: items received in exchange have days of their own. */
const isOpen = ({ exchangeLineId, isTooLate }: ReturnOptions['items'][number]) => !exchangeLineId && !isTooLate;

type ActionResult = {
  failed?: string;
  draft?: ReturnType<typeof draftOf>;
  errors?: Record<string, string>;
};

export default function ReturnPage({ loaderData: { options, formKey }, actionData }: Route.ComponentProps) {
  const { shortDate } = useDates();
  const result: ActionResult | undefined = actionData;
  const { number, deliveredAt, returnUntil, blocked } = options;
  const order = `/orders/${options.orderId}`;
  // Null: a visitor by the link in an email, who has no list of orders.
  const user = useOutletContext<User | null>();
  return (
    <article className="wrap-anywhere">
      <div className="-mt-2 pb-3">
        <Breadcrumbs
          above={[
            ...(user ? [{ label: orderMessages.title, to: '/orders' }] : []),
            { label: orderMessages.orderOf(number), to: order },
          ]}
          here={texts.title}
        />
      </div>
      <FlashMessage result={result?.failed ? { failed: result.failed } : undefined} />
      <h1 className="font-display text-h1">{texts.title}</h1>
      {deliveredAt && returnUntil && options.items.some(isOpen) && (
        <p className="mt-2 mb-6 text-ink-soft">
          {texts.intro(number, shortDate(new Date(deliveredAt)), shortDate(new Date(returnUntil)))}
        </p>
      )}
      {blocked ? (
        <div className="mt-6 grid justify-items-start gap-4">
          <Notice kind="info">{texts.blocked[blocked]}</Notice>
          <ButtonLink to={order} look="word">
            {texts.backToOrder}
          </ButtonLink>
        </div>
      ) : (
        <ReturnForm options={options} formKey={formKey} draft={result?.draft} errors={result?.errors} />
      )}
      <div className="not-empty:mt-10">
        <OrderReturns orderId={options.orderId} returns={options.returns} />
      </div>
    </article>
  );
}

/** Unknown order, another customer's, or a malformed id. */
const NO_SUCH_ORDER = [404, 414, 422];

async function loadReturnOptions(api: Api, orderId: string) {
  const found = await api.call(getReturnOptions, { params: { id: orderId } });
  if (found.ok) return found.value;
  if (NO_SUCH_ORDER.includes(found.problem.status)) throw redirect('/orders');
  if (found.problem.status === 401) throw findOrderElsewhere(orderId, found.problem);
  throw data(found.problem, { status: found.problem.status });
}
