import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { checkoutPageMessages } from '@shop/contracts/checkout/page-messages';
import { formatCharge, type Minor } from '@shop/contracts/common/money';
import { Lock } from 'lucide-react';
import { apiFor } from '#lib/api.server.ts';
import { config } from '#lib/config.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import type { Route } from './+types/pay';
import { getPayment } from './payment.server.ts';

/** The form for the provider's hosted page. Without JavaScript no page can submit it by itself, so it has a button. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const { key, order, name, description, prefill, secondsRemaining } = await getPayment(
    apiFor(request),
    params.checkoutId,
  );
  const callbackUrl = `${config.publicOrigin}/payment-callback/${encodeURIComponent(params.checkoutId)}`;
  const fields = {
    key_id: key,
    order_id: order.id,
    amount: order.amount,
    currency: order.currency,
    name,
    description,
    'prefill[name]': prefill.name,
    'prefill[email]': prefill.email,
    'prefill[contact]': prefill.contact,
    callback_url: callbackUrl,
    cancel_url: `${callbackUrl}?cancelled=1`,
  };
  return { order, fields, minutesRemaining: Math.floor(secondsRemaining / 60), hostedPage: config.hostedPage };
}

const heading = ({ amount, currency }: { amount: Minor; currency: string }) =>
  checkoutPageMessages.payWith(formatCharge(amount, currency));

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, loaderData ? heading(loaderData.order) : checkoutMessages.title);

export default function PayPage({ loaderData }: Route.ComponentProps) {
  const { order, fields, minutesRemaining, hostedPage } = loaderData;
  return (
    <div className="mx-auto w-full max-w-[560px] px-4 py-10 tablet:px-6 desktop:py-16">
      <h1 className="font-display text-h1">{heading(order)}</h1>
      <p className="mt-4 text-ink-soft">{checkoutPageMessages.paidOnProviderPage}</p>
      <p className="mt-2 text-ink-soft">{checkoutMessages.currencies(order.currency)}</p>
      <form method="post" action={hostedPage} className="mt-8">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" className="min-h-13 w-full">
          <Lock aria-hidden className="size-4" strokeWidth={1.75} />
          {checkoutPageMessages.toProvider}
        </Button>
      </form>
      <div className="mt-4 grid justify-items-center text-center text-small text-ink-soft">
        {minutesRemaining > 0 && <p>{checkoutPageMessages.stillReserved(minutesRemaining)}</p>}
        <ButtonLink to="/checkout" look="word" reloadDocument>
          {checkoutPageMessages.backToCheckout}
        </ButtonLink>
      </div>
    </div>
  );
}
