import { cartMessages, wishlistMessages } from '@shop/contracts/cart/messages';
import { addWishlistItem, clearWishlist, listWishlistItems, removeWishlistItem } from '@shop/contracts/cart/operations';
import { WishlistItem } from '@shop/contracts/cart/schema';
import { listMessages } from '@shop/contracts/catalog/list-messages';
import type { Problem } from '@shop/contracts/common/problem';
import { Heart } from 'lucide-react';
import { data, redirect, useSearchParams } from 'react-router';
import { z } from 'zod';
import { type Api, apiFor, type CallResult } from '#lib/api.server.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { acceptsHtml, readForm } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { log } from '#lib/log.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import type { WishlistActionResult } from '#shop/cart/cart-forms.ts';
import { ClearAll, ConfirmClearing } from '#shop/cart/clear-all.tsx';
import { ListHeading } from '#shop/cart/list-heading.tsx';
import { useWishlist } from '#shop/cart/use-wishlist.ts';
import { Card } from '#shop/catalog/card.server.ts';
import { type CardProduct, ProductCard } from '#shop/catalog/product-card.tsx';
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

const Wishlist = z.array(WishlistItem);
type Wishlist = z.infer<typeof Wishlist>;

const WishlistIntent = z.enum(['add', 'remove', 'clear']);
type WishlistIntent = z.infer<typeof WishlistIntent>;

const wishlistChanges: Record<WishlistIntent, (api: Api, productId: string) => Promise<CallResult<Wishlist>>> = {
  add: (api, productId) => api.call(addWishlistItem, { body: { productId } }, Wishlist),
  remove: (api, productId) => api.call(removeWishlistItem, { params: { productId } }, Wishlist),
  clear: (api) => api.call(clearWishlist, {}, Wishlist),
};

function successResult(intent: WishlistIntent, wishlist: Wishlist, productId: string): WishlistActionResult {
  if (intent === 'clear') return {};
  if (intent === 'remove') return { inWishlist: false, toasts: [{ kind: 'success', text: wishlistMessages.removed }] };
  const name = wishlist.find((item) => item.productId === productId)?.product.name ?? '';
  return { inWishlist: true, toasts: [{ kind: 'success', text: wishlistMessages.added(name) }] };
}

function errorResult(intent: WishlistIntent, problem: Problem): WishlistActionResult {
  log.warn(
    { requestId: problem.requestId, status: problem.status, code: problem.code, intent },
    'the wishlist was not changed',
  );
  return {
    inWishlist: intent === 'clear' ? undefined : intent === 'remove',
    failed: errorMessage(problem, wishlistMessages.failed),
  };
}

/** Beside the menu of the account. */
const GRID = 'grid grid-cols-2 gap-x-3 gap-y-7 tablet:gap-x-6 tablet:gap-y-10 desktop:grid-cols-3 desktop:gap-y-14';
const SIZES = '(min-width: 1280px) 284px, (min-width: 768px) 31vw, 46vw';

function WishlistGrid({ products }: { products: CardProduct[] }) {
  return (
    <section aria-labelledby="products">
      <h2 id="products" className="sr-only">
        {listMessages.section}
      </h2>
      <ul className={`mt-8 ${GRID}`}>
        {products.map((product) => (
          <WishlistTile key={product.id} product={product} />
        ))}
      </ul>
    </section>
  );
}

/** Optimistic removal: hidden at once, shown again if the removal fails. */
function WishlistTile({ product }: { product: CardProduct }) {
  const { inWishlist } = useWishlist(product.id, true);
  return (
    <li hidden={!inWishlist}>
      <ProductCard product={product} sizes={SIZES} inWishlist />
    </li>
  );
}
