import { cartMessages, wishlistMessages } from '@shop/contracts/cart/messages';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import type { Product } from '@shop/contracts/catalog/schema';
import { waitlistMessages } from '@shop/contracts/waitlist/messages';
import { Heart } from 'lucide-react';
import { useCartForm } from '#shop/cart/use-cart-form.ts';
import { useWishlist } from '#shop/cart/use-wishlist.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { WithPlus } from './add-label.tsx';
import { ChooseOption } from './choose-option.tsx';

type ActionProps = { product: Pick<Product, 'id' | 'name' | 'slug' | 'inStock' | 'hasOptions' | 'onlyOption'> };

export function CardAction({ product }: ActionProps) {
  if (!product.inStock) return <OutOfStockActions product={product} />;
  if (!product.hasOptions) return <AddOne product={product} />;
  return <ChooseOption product={product} />;
}

/** The product page has the form of the alert. */
function OutOfStockActions({ product: { name, slug } }: ActionProps) {
  return (
    <div className="flex flex-wrap gap-x-4">
      <Button look="word" disabled aria-label={`${catalogMessages.addToCart}: ${name}`}>
        {catalogMessages.addToCart}
      </Button>
      <ButtonLink look="word" to={`/product/${slug}`} aria-label={`${waitlistMessages.submit}: ${name}`}>
        {waitlistMessages.submit}
      </ButtonLink>
    </div>
  );
}

function AddOne({ product }: ActionProps) {
  const { Form, state } = useCartForm();
  return (
    <Form method="post" action="/cart">
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="productId" value={product.id} />
      <input type="hidden" name="quantity" value="1" />
      <Button
        type="submit"
        look="word"
        busy={state === 'submitting'}
        busyLabel={cartMessages.adding}
        aria-label={`${catalogMessages.addToCart}: ${product.name}`}
      >
        <WithPlus label={catalogMessages.addToCart} />
      </Button>
    </Form>
  );
}

export function WishlistToggle({ product, inWishlist: initiallyInWishlist }: ActionProps & { inWishlist?: boolean }) {
  const { Form, inWishlist, intent } = useWishlist(product.id, initiallyInWishlist);
  const label = inWishlist ? wishlistMessages.remove : catalogMessages.addToWishlist;
  return (
    <Form method="post" action="/wishlist">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="productId" value={product.id} />
      <IconButton
        type="submit"
        icon={Heart}
        label={`${label}: ${product.name}`}
        className={inWishlist ? 'text-rose [&>svg]:fill-current' : undefined}
      />
    </Form>
  );
}
