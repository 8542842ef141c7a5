import { catalogMessages } from '@shop/contracts/catalog/messages';
import { productMessages } from '@shop/contracts/catalog/product-messages';
import type { ProductDetail } from '@shop/contracts/catalog/schema';
import { ProductPrice } from '#ui/product-price.tsx';
import { Stars } from '#ui/stars.tsx';
import { AddToCart } from './add-to-cart.tsx';
import { Availability } from './availability.tsx';
import { Delivery, type Shipping } from './delivery.tsx';
import { Folds } from './details-sections.tsx';
import { OptionPicker } from './option-picker.tsx';
import { leadOf } from './product-json-ld.ts';
import { ProductLinks } from './product-links.tsx';
import { ShareButton } from './share-button.tsx';
import type { OptionChoice } from './use-selection.ts';
import { lowestPrices, mostAvailable } from './variants.ts';
import { WishlistToggle } from './wishlist-toggle.tsx';

type BuyPanelProps = {
  product: Omit<ProductDetail, 'pairsWith'>;
  selection: OptionChoice;
  shipping: Shipping | undefined;
};

/** In the order of a shopper's questions: what it is, what others say, price, size, delivery, details. */
export function BuyPanel({ product, selection, shipping }: BuyPanelProps) {
  const availableQuantity = mostAvailable(product, selection.candidates);
  const { prices, pricesDiffer } = lowestPrices(product, selection.candidates);
  const isStockKnown = selection.variant !== undefined || availableQuantity === 0;
  const lead = leadOf(product);
  return (
    <div>
      <div className="flex items-center justify-between gap-4">
        <p className="eyebrow min-w-0">{product.brand}</p>
        <div className="-mr-2.5 flex shrink-0">
          <WishlistToggle product={product} />
          <ShareButton title={product.name} />
        </div>
      </div>
      <h1 className="font-display text-h1 text-balance">{product.name}</h1>
      {product.reviewCount > 0 && <Rating {...product} />}
      <p className="mt-3 text-h3">
        {pricesDiffer && <span className="mr-2 font-normal text-small">{productMessages.from}</span>}
        <ProductPrice product={prices} />
      </p>
      {lead && <p className="mt-3 text-ink-soft">{lead}</p>}
      <div className="mt-5 border-line border-t pt-5">
        <OptionPicker product={product} selection={selection} />
        <Availability
          availableQuantity={isStockKnown ? availableQuantity : undefined}
          fit={product.specifications.Fit}
        />
        {availableQuantity === 0 && selection.missing !== undefined && (
          <p className="mt-1 text-ink-soft text-small">{productMessages.selectForAlert(selection.missing)}</p>
        )}
        <div className="mt-5 grid grid-cols-1 gap-6">
          <AddToCart selection={selection} availableQuantity={availableQuantity} />
        </div>
      </div>
      {/* What cannot be bought arrives on no date. */}
      <Delivery shipping={availableQuantity > 0 ? shipping : undefined} />
      <Folds specifications={product.specifications} shipping={shipping} />
      <ProductLinks {...product} />
    </div>
  );
}

function Rating({ ratings, reviewCount }: { ratings: number; reviewCount: number }) {
  return (
    <a
      href="#reviews"
      className="mt-1 inline-flex min-h-11 items-center gap-2 text-small text-ink-soft tabular-nums underline-offset-4 hover:underline"
    >
      <Stars rating={ratings} />
      <span aria-hidden>{ratings.toFixed(1)}</span>
      <span>{catalogMessages.reviewCount(reviewCount)}</span>
    </a>
  );
}
