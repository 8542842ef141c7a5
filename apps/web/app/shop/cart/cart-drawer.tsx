import { cartMessages } from '@shop/contracts/cart/messages';
import { productMessages } from '@shop/contracts/catalog/product-messages';
import { currentPrice, dollars } from '@shop/contracts/common/money';
import { deliveryMessages } from '@shop/contracts/settings/delivery-messages';
import { CircleCheck, Info } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation, useRouteLoaderData } from 'react-router';
import { useDates } from '#lib/dates.ts';
import { useSession } from '#lib/session.tsx';
import type { CardProduct } from '#shop/catalog/product-card.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { Drawer } from '#ui/overlay/dialog.tsx';
import { ProductPrice } from '#ui/product-price.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { showAddedItem, useAddedItem } from './added-item.ts';
import type { AddedItem } from './cart-forms.ts';
import { CheckoutLink } from './checkout-link.tsx';
import { ItemOptions, productUrl } from './item-options.tsx';

const MESSAGE_ID = 'added-to-cart';
const PAIRS = 2;

const close = () => showAddedItem(null);

/** Opens after a form has added an item. Without JavaScript the form leads to the cart page instead. */
export function CartDrawer() {
  const added = useAddedItem();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation closes it.
  useEffect(() => close, [key]);

  return (
    <Drawer
      open={added !== null}
      onClose={close}
      title={cartMessages.heading}
      describedBy={MESSAGE_ID}
      footer={added && <NextSteps {...added} />}
    >
      {added && (
        <>
          <Message {...added} />
          <Item {...added} />
          <Pairs addedId={added.item.productId} />
        </>
      )}
    </Drawer>
  );
}

function Message({ item, isCapped }: AddedItem) {
  const Icon = isCapped ? Info : CircleCheck;
  return (
    <div
      className={classes(
        'flex items-start gap-3 rounded-control px-4 py-3 text-small font-medium',
        isCapped ? 'bg-violet-tint text-violet-deep' : 'bg-delivered-bg text-delivered',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" strokeWidth={1.5} />
      <p id={MESSAGE_ID} role="status" className="min-w-0 wrap-anywhere">
        {isCapped ? cartMessages.notEnough : cartMessages.added(item.name)}
      </p>
    </div>
  );
}

function Item({ item }: AddedItem) {
  return (
    <div className="flex gap-4 py-5">
      <ResponsiveImage
        src={item.image}
        alt=""
        width={84}
        height={105}
        sizes="84px"
        largest={320}
        className="h-[105px] w-[84px] shrink-0 rounded-image bg-pearl object-cover"
      />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-semibold">
          <Link to={productUrl(item)} className="underline-offset-4 hover:underline">
            {item.name}
          </Link>
        </p>
        <ItemOptions options={item.options} />
        <p className="mt-1 text-small text-ink-soft tabular-nums">
          {cartMessages.quantityAt(item.quantity, dollars(currentPrice(item)))}
        </p>
      </div>
      <p className="font-semibold tabular-nums">{dollars(item.lineTotal)}</p>
    </div>
  );
}

/** Recommendations of the product page, which has already loaded them; elsewhere there are none. */
function Pairs({ addedId }: { addedId: string }) {
  const page = useRouteLoaderData<{ product: { pairsWith: CardProduct[] } }>('shop/product/product');
  const products = page?.product.pairsWith.filter(({ id }) => id !== addedId).slice(0, PAIRS) ?? [];
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="added-pairs" className="border-line border-t pt-5">
      <h3 id="added-pairs" className="text-small font-semibold">
        {productMessages.pairsWellWith}
      </h3>
      <ul>
        {products.map((product) => (
          <li
            key={product.id}
            className="group relative flex items-center gap-4 border-line border-b py-3 last:border-0"
          >
            <ResponsiveImage
              src={product.images[0]}
              alt=""
              width={56}
              height={70}
              sizes="56px"
              largest={320}
              className="h-[70px] w-14 shrink-0 rounded-image bg-pearl object-cover"
            />
            <div className="min-w-0 text-small">
              <Link
                to={`/product/${product.slug}`}
                className="font-medium underline-offset-4 after:absolute after:inset-0 group-hover:underline"
              >
                {product.name}
              </Link>
              <p className="mt-1">
                <ProductPrice product={product} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NextSteps({ itemCount, subtotal, arrival }: AddedItem) {
  const { today } = useDates();
  const { signedIn } = useSession();
  return (
    <div className="grid gap-2">
      <p className="mb-1 flex justify-between gap-4 font-semibold">
        <span>
          {cartMessages.subtotal} ({cartMessages.items(itemCount)})
        </span>
        <span className="tabular-nums">{dollars(subtotal)}</span>
      </p>
      {arrival && <p className="-mt-1 mb-1 text-ink-soft text-small">{deliveryMessages.arrives(arrival, today())}</p>}
      <CheckoutLink signedIn={signedIn} />
      <div className="-mx-2 flex flex-wrap justify-between gap-x-4">
        <ButtonLink to="/cart" look="quiet">
          {cartMessages.viewCart}
        </ButtonLink>
        <Button look="quiet" onClick={close}>
          {cartMessages.continueShopping}
        </Button>
      </div>
    </div>
  );
}
