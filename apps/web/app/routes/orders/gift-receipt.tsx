import { pageTitle } from '@shop/contracts/common/constants';
import { giftMessages as texts } from '@shop/contracts/gifts/messages';
import { GiftReceipt } from '@shop/contracts/gifts/schema';
import { data, redirect } from 'react-router';
import { GiftNote } from '#features/gifts/gift-note.tsx';
import { OrderLines } from '#features/orders/order-lines.tsx';
import { apiFor } from '#lib/api.server.ts';
import { config } from '#lib/config.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import type { Route } from './+types/gift-receipt';

/** Unknown order, another customer's, or no gift. */
const NO_RECEIPT = [404, 414, 422];

export async function loader({ request, params: { orderId } }: Route.LoaderArgs) {
  const page = `/orders/${encodeURIComponent(orderId)}`;
  const found = await apiFor(request).tryGet(`${page}/gift-receipt`, GiftReceipt);
  if (found.ok) return { receipt: found.value, url: config.publicOrigin + found.value.path, page };
  if (NO_RECEIPT.includes(found.problem.status)) throw redirect(page);
  throw data(found.problem, { status: found.problem.status });
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: pageTitle(loaderData ? texts.receiptOf(loaderData.receipt.number) : texts.receipt) },
  { name: 'robots', content: 'noindex' },
];

/** Made for printing: the site around it and the buttons are not printed. */
export default function GiftReceiptPage({ loaderData: { receipt, url, page } }: Route.ComponentProps) {
  return (
    <article className="page-width section-rhythm wrap-anywhere print:p-0">
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-8">
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
          <ButtonLink to={page} look="word">
            {texts.backToOrder}
          </ButtonLink>
        </div>
      </div>
    </article>
  );
}
