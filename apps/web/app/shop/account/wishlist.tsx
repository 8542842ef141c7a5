import { cartMessages, wishlistMessages } from '@shop/contracts/cart/messages';
import { listWishlistItems } from '@shop/contracts/cart/operations';
import { WishlistItem } from '@shop/contracts/cart/schema';
import { Heart } from 'lucide-react';
import { data, redirect, useSearchParams } from 'react-router';
import { z } from 'zod';
import { apiFor } from '#lib/api.server.ts';
import { acceptsHtml, readForm } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import type { WishlistActionResult } from '#shop/cart/cart-forms.ts';
import { ClearAll, ConfirmClearing } from '#shop/cart/clear-all.tsx';
import { ListHeading } from '#shop/cart/list-heading.tsx';
import { errorResult, successResult, WishlistIntent, wishlistChanges } from '#shop/cart/wishlist-actions.server.ts';
import { Card } from '#shop/catalog/card.server.ts';
import { WishlistGrid } from '#shop/catalog/wishlist-grid.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/wishlist';

export async function loader({ request }: Route.LoaderArgs) {
  const items = await apiFor(request).read(listWishlistItems, {}, z.array(WishlistItem.extend({ product: Card })));
  return { products: items.map(({ product }) => product) };
}

export async function action({ request }: Route.ActionArgs) {
  const text = await readForm(request);
  const intent = WishlistIntent.safeParse(text('intent'));
  if (!intent.success) throw data(null, { status: 400 });

  const result = await wishlistChanges[intent.data](apiFor(request), text('productId'));
  if (!result.ok)
    return data<WishlistActionResult>(errorResult(intent.data, result.problem), { status: result.problem.status });
  if (acceptsHtml(request)) throw redirect('/wishlist');
  return data<WishlistActionResult>(successResult(intent.data, result.value, text('productId')));
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError<WishlistActionResult>({ failed: wishlistMessages.failed }));

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, wishlistMessages.title);

export default function WishlistPage({ loaderData: { products }, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  return (
    <>
      <FlashMessage result={actionData} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <ListHeading count={products.length}>{wishlistMessages.heading}</ListHeading>
        {products.length > 0 && <ClearAll of="/wishlist" texts={wishlistMessages} />}
      </div>
      {products.length > 0 && search.get('confirm') === 'clear' && (
        <ConfirmClearing of="/wishlist" texts={wishlistMessages} />
      )}
      {products.length > 0 ? <WishlistGrid products={products} /> : <EmptyWishlist />}
    </>
  );
}

function EmptyWishlist() {
  const goOn = <ButtonLink to="/products">{cartMessages.continueShopping}</ButtonLink>;
  return (
    <EmptyState icon={Heart} title={wishlistMessages.empty} action={goOn}>
      {wishlistMessages.emptyText}
    </EmptyState>
  );
}
