import { cartMessages, wishlistMessages } from '@shop/contracts/cart/messages';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import type { Product } from '@shop/contracts/catalog/schema';
import { Heart } from 'lucide-react';
import { useCartForm } from '#features/cart/use-cart-form.ts';
import { useWishlist } from '#features/cart/use-wishlist.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';

type ActionProps = { product: Pick<Product, 'id' | 'name' | 'slug' | 'inStock' | 'hasOptions'> };

export function AddToCart({ product }: ActionProps) {
  if (!product.inStock)
    return (
      <Button compact disabled className="w-full">
        {catalogMessages.outOfStock}
      </Button>
    );
  if (product.hasOptions)
    return (
      <ButtonLink
        compact
        to={`/product/${product.slug}`}
        className="w-full"
        aria-label={`${catalogMessages.chooseOptions}: ${product.name}`}
      >
        {catalogMessages.chooseOptions}
      </ButtonLink>
    );
  return <AddOne product={product} />;
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
        compact
        busy={state === 'submitting'}
        busyLabel={cartMessages.adding}
        className="w-full"
        aria-label={`${catalogMessages.addToCart}: ${product.name}`}
      >
        {catalogMessages.addToCart}
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
        round="small"
        className={inWishlist ? 'text-rose [&>svg]:fill-current' : undefined}
      />
    </Form>
  );
}
