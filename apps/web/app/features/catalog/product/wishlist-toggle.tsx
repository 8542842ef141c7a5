import { wishlistMessages } from '@shop/contracts/cart/messages';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import { Heart } from 'lucide-react';
import { useWishlist } from '#features/cart/use-wishlist.ts';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';

export function WishlistToggle({ product }: { product: { id: string } }) {
  const { Form, inWishlist, intent } = useWishlist(product.id);
  return (
    <Form method="post" action="/wishlist">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="productId" value={product.id} />
      <Button type="submit" look="quiet">
        <Heart aria-hidden className={classes('size-5', inWishlist && 'fill-current text-rose')} strokeWidth={1.5} />
        {inWishlist ? wishlistMessages.remove : catalogMessages.addToWishlist}
      </Button>
    </Form>
  );
}
