import { wishlistMessages } from '@shop/contracts/cart/messages';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import { Heart } from 'lucide-react';
import { useWishlist } from '#shop/cart/use-wishlist.ts';
import { IconButton } from '#ui/icon-button.tsx';

export function WishlistToggle({ product }: { product: { id: string } }) {
  const { Form, inWishlist, intent } = useWishlist(product.id);
  return (
    <Form method="post" action="/wishlist">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="productId" value={product.id} />
      <IconButton
        type="submit"
        icon={Heart}
        label={inWishlist ? wishlistMessages.remove : catalogMessages.addToWishlist}
        className={inWishlist ? 'text-rose [&>svg]:fill-current' : undefined}
      />
    </Form>
  );
}
