import { catalogMessages } from '@shop/contracts/catalog/messages';
import type { ProductDetail, Variant } from '@shop/contracts/catalog/schema';
import { ProductPrice } from '#ui/product-price.tsx';
import { Stars } from '#ui/stars.tsx';
import { AddToCart } from './add-to-cart.tsx';
import { Availability } from './availability.tsx';
import { OptionPicker } from './option-picker.tsx';
import { ProductLinks } from './product-links.tsx';
import { ShareButton } from './share-button.tsx';
import { available, variantPrices } from './variants.ts';
import { WishlistToggle } from './wishlist-toggle.tsx';

export function BuyPanel({ product, variant }: { product: ProductDetail; variant: Variant }) {
  const availableQuantity = available(product, variant);
  return (
    <div>
      <p className="eyebrow">{product.brand}</p>
      <h1 className="mt-2 font-display text-h1 text-balance">{product.name}</h1>
      {product.reviewCount > 0 && <Rating {...product} />}
      <p className="mt-4 text-h3">
        <ProductPrice product={variantPrices(product, variant)} />
      </p>
      <div className="mt-6 grid grid-cols-1 gap-6 border-line border-t pt-6">
        <OptionPicker product={product} variant={variant} />
        <Availability availableQuantity={availableQuantity} />
        <AddToCart variantId={variant.id} availableQuantity={availableQuantity} />
      </div>
      <div className="mt-3 -ml-2 flex flex-wrap gap-x-4">
        <WishlistToggle product={product} />
        <ShareButton title={product.name} />
      </div>
      <div className="mt-6 border-line border-t pt-4">
        <ProductLinks {...product} />
      </div>
    </div>
  );
}

function Rating({ ratings, reviewCount }: { ratings: number; reviewCount: number }) {
  return (
    <a
      href="#reviews"
      className="mt-2 inline-flex min-h-11 items-center gap-2 text-small text-ink-soft tabular-nums underline-offset-4 hover:underline"
    >
      <Stars rating={ratings} />
      <span aria-hidden>{ratings.toFixed(1)}</span>
      <span>{catalogMessages.reviewCount(reviewCount)}</span>
    </a>
  );
}
