import { catalogMessages } from '@shop/contracts/catalog-texts';
import { wishlistMessages } from '@shop/contracts/checkout-texts';
import { Heart } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { classes } from '#components/ui/classes.ts';
import { useWish } from '#components/wishlist/use-wish.ts';

export function ToggleWish({ product }: { product: { id: string } }) {
  const { Form, wished, intent } = useWish(product.id);
  return (
    <Form method="post" action="/wishlist">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="productId" value={product.id} />
      <Button type="submit" look="quiet">
        <Heart aria-hidden className={classes('size-5', wished && 'fill-current text-rose')} strokeWidth={1.5} />
        {wished ? wishlistMessages.remove : catalogMessages.addToWishlist}
      </Button>
    </Form>
  );
}
