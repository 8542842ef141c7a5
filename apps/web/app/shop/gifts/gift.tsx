import { giftExchangeMessages as texts } from '@shop/contracts/returns/gift-messages';
import type { GiftPage } from '@shop/contracts/returns/gift-schema';
import { getGift, requestGiftExchange } from '@shop/contracts/returns/operations';
import { data, Form, redirect, useNavigation } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { useDates } from '#lib/dates.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { afterEveryResponse, onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { OrderLines } from '#shop/orders/order-lines.tsx';
import { Button } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { TextField } from '#ui/form/field.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/gift';
import { ExchangeFields } from './exchange-fields.tsx';
import { type EnteredExchange, readExchange } from './exchange-form.ts';
import { GiftExchanges } from './gift-exchanges.tsx';

const NO_GIFT = ['gift_not_found', 'gift_link_expired'];

export async function loader({ request, params }: Route.LoaderArgs) {
  const found = await apiFor(request).call(getGift, { params: { token: params.token } });
  if (found.ok) return { gift: found.value, formKey: crypto.randomUUID() };
  const { code, message, status } = found.problem;
  // The link is revoked, its time is over, or it never was one of ours: the page says so.
  if (NO_GIFT.includes(code)) return data({ gift: null, reason: message }, { status });
  throw data(found.problem, { status });
}

export async function action({ request, params }: Route.ActionArgs) {
  const form = await formOf(request);
  const entered: EnteredExchange = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  const found = await apiFor(request).call(getGift, { params: { token: params.token } });
  if (!found.ok) return data({ entered, failed: found.problem.message }, { status: found.problem.status });
  const { request: exchange, errors, failed } = readExchange(found.value, entered);
  if (!exchange) return data({ entered, errors, failed }, { status: 422 });
  const result = await apiFor(request).call(requestGiftExchange, {
    params: { token: params.token },
    body: exchange,
    key: entered.key ?? '',
  });
  if (result.ok) throw redirect(`/gift/${encodeURIComponent(params.token)}?done=requested`);
  return data({ entered, failed: errorMessage(result.problem, texts.failed) }, { status: result.problem.status });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ failed: texts.failed }));

/** Also after a rejected request: a size may have sold out in the meantime. */
export const shouldRevalidate = afterEveryResponse;

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

/** As given: items received in exchange have days of their own. */
const isOpen = ({ exchangeLineId, isTooLate }: GiftPage['items'][number]) => !exchangeLineId && !isTooLate;

type ActionResult = { entered?: EnteredExchange; errors?: Record<string, string>; failed?: string };

export default function GiftPageOrReason({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.gift) return <GiftExchange {...loaderData} result={actionData} />;
  return (
    <section className="page-width section-rhythm">
      <div className="mx-auto max-w-xl">
        <h1 className="font-display text-h1">{texts.noLink}</h1>
        <p className="mt-4 text-ink-soft">{loaderData.reason}</p>
      </div>
    </section>
  );
}

type GiftExchangeProps = { gift: GiftPage; formKey: string; result: ActionResult | undefined };

function GiftExchange({ gift, formKey, result }: GiftExchangeProps) {
  const { shortDate } = useDates();
  const { entered = {}, errors = {}, failed } = result ?? {};
  const busy = useNavigation().state === 'submitting';
  const { recipient, returnUntil, reservedUntil, blocked, items, exchanges } = gift;
  return (
    <article className="page-width section-rhythm wrap-anywhere">
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-8">
        <FlashMessage texts={{ requested: texts.requested }} result={failed ? { failed } : undefined} />
        <div>
          <h1 className="font-display text-h1">{texts.heading(recipient)}</h1>
          {returnUntil && !blocked && items.some(isOpen) && (
            <p className="mt-2 text-ink-soft">{texts.intro(shortDate(new Date(returnUntil)))}</p>
          )}
        </div>
        {blocked ? (
          <>
            <Notice kind="info">{texts.blocked[blocked]}</Notice>
            <OrderLines items={items} />
          </>
        ) : (
          <Form method="post" noValidate className="grid grid-cols-1 gap-6">
            <input type="hidden" name="key" value={formKey} />
            <OrderLines
              items={items}
              more={(item) => <ExchangeFields item={item} entered={entered} errors={errors} />}
            />
            <TextField
              label={texts.email}
              hint={texts.emailHint}
              error={errors.email}
              type="email"
              name="email"
              autoComplete="email"
              required
              defaultValue={entered.email}
              className="max-w-md"
            />
            <div className="grid gap-1 text-ink-soft text-small">
              <p>{texts.reservedUntil(shortDate(new Date(reservedUntil)))}</p>
              <p>{texts.sameAddress}</p>
              <p>{texts.postage}</p>
            </div>
            <Button
              type="submit"
              busy={busy}
              busyLabel={texts.requesting}
              className="justify-self-start max-tablet:w-full"
            >
              {texts.request}
            </Button>
          </Form>
        )}
        <GiftExchanges exchanges={exchanges} />
      </div>
    </article>
  );
}
