import { cartMessages } from '@shop/contracts/cart/messages';
import { getCart } from '@shop/contracts/cart/operations';
import { ShoppingBag } from 'lucide-react';
import { data, redirect, useSearchParams } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { acceptsHtml, readForm } from '#lib/forms/form.server.ts';
import { afterEveryResponse, onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { useSession } from '#lib/session.tsx';
import { withCookies } from '#lib/with-cookies.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/cart';
import { AcknowledgeButton } from './acknowledge-button.tsx';
import { cartChanges, errorResult, pathAfterChange, successResult } from './cart-actions.server.ts';
import { type CartActionResult, CartIntent } from './cart-forms.ts';
import { CartLine } from './cart-line.tsx';
import { ClearAll, ConfirmClearing } from './clear-all.tsx';
import { ListHeading } from './list-heading.tsx';
import { OrderSummary } from './order-summary.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  return { cart: await apiFor(request).read(getCart) };
}

export async function action({ request }: Route.ActionArgs) {
  const text = await readForm(request);
  const intent = CartIntent.safeParse(text('intent'));
  if (!intent.success) throw data(null, { status: 400 });

  const result = await cartChanges[intent.data](apiFor(request), text);
  if (!result.ok)
    return data<CartActionResult>(errorResult(intent.data, result.problem, text), { status: result.problem.status });
  if (acceptsHtml(request)) throw redirect(pathAfterChange(intent.data, result.value), withCookies({}, result.cookies));
  return data<CartActionResult>(successResult(intent.data, result.value, text), withCookies({}, result.cookies));
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError<CartActionResult>({ failed: cartMessages.failed }));

/** Also after a rejected form: its item may have been removed. */
export const shouldRevalidate = afterEveryResponse;

export const headers = () => ({ 'Cache-Control': 'private, no-store' });

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, cartMessages.title);

export default function CartPage({ loaderData: { cart }, actionData }: Route.ComponentProps) {
  const { signedIn } = useSession();
  const [search] = useSearchParams();
  const doneTexts = {
    discount: cartMessages.discountApplied(cart.discountCode ?? ''),
    partial: cartMessages.notEnough,
  };

  return (
    <div className="page-width pt-8 pb-16 wrap-anywhere tablet:pt-12 desktop:pb-24">
      <FlashMessage texts={doneTexts} result={actionData} />
      <ListHeading count={cart.items.length}>{cartMessages.heading}</ListHeading>
      {cart.items.length === 0 ? (
        <EmptyCart />
      ) : (
        <>
          {search.get('confirm') === 'clear' && <ConfirmClearing of="/cart" texts={cartMessages} />}
          {cart.notice && <CartNotice>{cart.notice}</CartNotice>}
          <div className="mt-6 grid grid-cols-1 gap-x-12 gap-y-10 desktop:grid-cols-[minmax(0,8fr)_minmax(0,4fr)] desktop:items-start">
            <div>
              <ul className="border-line border-t">
                {cart.items.map((item) => (
                  <CartLine key={item.id} item={item} />
                ))}
              </ul>
              <div className="mt-6 flex flex-wrap items-center justify-between gap-4">
                <ButtonLink to="/products" look="secondary" compact>
                  {cartMessages.continueShopping}
                </ButtonLink>
                <ClearAll of="/cart" texts={cartMessages} />
              </div>
            </div>
            <OrderSummary cart={cart} signedIn={signedIn} result={actionData} />
          </div>
        </>
      )}
    </div>
  );
}

function CartNotice({ children }: { children: string }) {
  return (
    <div className="mt-6 flex flex-wrap items-center gap-3">
      <Notice kind="info">{children}</Notice>
      <AcknowledgeButton about={cartMessages.discount} values={{ intent: 'acknowledge' }} />
    </div>
  );
}

function EmptyCart() {
  const goOn = <ButtonLink to="/products">{cartMessages.continueShopping}</ButtonLink>;
  return (
    <EmptyState icon={ShoppingBag} title={cartMessages.empty} action={goOn}>
      {cartMessages.emptyText}
    </EmptyState>
  );
}
