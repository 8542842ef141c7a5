import { giftMessages as texts } from '@shop/contracts/orders/gift-messages';
import { getGiftReceipt, replaceGiftLink } from '@shop/contracts/orders/operations';
import { data, Form, redirect } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { config } from '#lib/config.server.ts';
import { failedResponse } from '#lib/forms/form.server.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { OrderLines } from '#shop/orders/order-lines.tsx';
import { findOrderElsewhere } from '#shop/orders/order-link.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/gift-receipt';
import { GiftNote } from './gift-note.tsx';

/** Unknown order, another customer's, or no gift. */
const NO_RECEIPT = [404, 414, 422];

export async function loader({ request, params: { orderId } }: Route.LoaderArgs) {
  const page = `/orders/${encodeURIComponent(orderId)}`;
  const found = await apiFor(request).call(getGiftReceipt, { params: { id: orderId } });
  if (found.ok) return { receipt: found.value, url: config.publicOrigin + found.value.path, page };
  if (found.problem.status === 401) throw findOrderElsewhere(orderId, found.problem);
  if (NO_RECEIPT.includes(found.problem.status)) throw redirect(page);
  throw data(found.problem, { status: found.problem.status });
}

export async function action({ request, params: { orderId } }: Route.ActionArgs) {
  const page = `/orders/${encodeURIComponent(orderId)}`;
  const result = await apiFor(request).call(replaceGiftLink, { params: { id: orderId } });
  if (result.ok) throw redirect(`${page}/gift-receipt?done=replaced`);
  return failedResponse(result.problem, texts.replaceFailed);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ failed: texts.replaceFailed }));

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, loaderData ? texts.receiptOf(loaderData.receipt.number) : texts.receipt);

/** Made for printing: the site around it and the buttons are not printed. */
export default function GiftReceiptPage({ loaderData: { receipt, url, page }, actionData }: Route.ComponentProps) {
  return (
    <article className="page-width section-rhythm wrap-anywhere print:p-0">
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-8">
        <FlashMessage texts={{ replaced: texts.replaced }} result={actionData} />
        <div className="flex flex-wrap items-start justify-between gap-4">
          <h1 className="min-w-0 font-display text-h1">{texts.receiptOf(receipt.number)}</h1>
          <Button look="secondary" onClick={() => window.print()} className="noscript:hidden print:hidden">
            {texts.print}
          </Button>
        </div>
        <OrderLines items={receipt.items} />
        <GiftNote gift={receipt} url={url} />
        <div className="grid justify-items-start gap-4 print:hidden">
          <p className="text-ink-soft text-small">{texts.privateLink}</p>
          <Form method="post" preventScrollReset className="grid justify-items-start gap-2">
            <p className="text-ink-soft text-small">{texts.replaceText}</p>
            <IntentButton intent="replace" look="secondary" compact busyLabel={texts.replacing}>
              {texts.replace}
            </IntentButton>
          </Form>
          <ButtonLink to={page} look="word">
            {texts.backToOrder}
          </ButtonLink>
        </div>
      </div>
    </article>
  );
}
