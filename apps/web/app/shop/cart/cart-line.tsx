import { cartMessages } from '@shop/contracts/cart/messages';
import type { CartItem } from '@shop/contracts/cart/schema';
import { currentPrice, dollars } from '@shop/contracts/common/money';
import { orderMessages } from '@shop/contracts/orders/messages';
import { Link } from 'react-router';
import { Button } from '#ui/button.tsx';
import { ProductPrice } from '#ui/product-price.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { ItemOptions, productUrl } from './item-options.tsx';
import { LineNotices } from './line-notices.tsx';
import { LineQuantity } from './line-quantity.tsx';
import { useCartForm } from './use-cart-form.ts';

/** Optimistic update until the server responds. Removing only hides the line, because it can fail. */
export function CartLine({ item }: { item: CartItem }) {
  const form = useCartForm(`line-${item.id}`);
  const removing = form.formData?.get('intent') === 'remove';
  const quantity = Number(form.formData?.get('quantity') ?? item.quantity);

  return (
    <li hidden={removing} className="flex gap-4 border-line border-b py-6 tablet:gap-6">
      <ResponsiveImage
        src={item.image}
        alt=""
        width={96}
        height={120}
        sizes="96px"
        largest={320}
        className="h-[120px] w-24 shrink-0 self-start rounded-image bg-pearl object-cover"
      />
      <div className="min-w-0 flex-1">
        <div className="flex justify-between gap-x-4 tablet:gap-x-6">
          <div className="min-w-0 wrap-anywhere">
            <h2 className="text-h3">
              <Link to={productUrl(item)} className="underline-offset-4 hover:underline">
                {item.name}
              </Link>
            </h2>
            <ItemOptions options={item.options} />
            <p className="mt-1 text-small">
              <ProductPrice product={item} />
            </p>
          </div>
          <p className="shrink-0 font-semibold tabular-nums">{dollars(currentPrice(item) * quantity)}</p>
        </div>
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          {item.availableQuantity > 0 ? (
            <LineQuantity item={item} form={form} />
          ) : (
            <p className="text-small text-ink-soft">{orderMessages.quantity(item.quantity)}</p>
          )}
          <form.Form method="post" action="/cart">
            <input type="hidden" name="id" value={item.id} />
            <Button
              type="submit"
              name="intent"
              value="remove"
              look="word"
              aria-label={cartMessages.removeOf(item.name)}
            >
              {cartMessages.remove}
            </Button>
          </form.Form>
        </div>
        <LineNotices item={item} />
      </div>
    </li>
  );
}
