import { wishlistMessages } from '@shop/contracts/cart/messages';
import { LOW_STOCK_MAX } from '@shop/contracts/catalog/constants';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import { productMessages } from '@shop/contracts/catalog/product-messages';
import type { ProductDetail } from '@shop/contracts/catalog/schema';
import { Heart, Share2 } from 'lucide-react';
import { Link } from 'react-router';
import { useWishlist } from '#shop/cart/use-wishlist.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { ProductPrice } from '#ui/product-price.tsx';
import { Stars } from '#ui/stars.tsx';
import { toast } from '#ui/toast.tsx';
import { AddToCart } from './add-to-cart.tsx';
import { Delivery, type Shipping } from './delivery.tsx';
import { Folds } from './details-sections.tsx';
import { OptionPicker } from './option-picker.tsx';
import { leadOf } from './product-json-ld.ts';
import type { OptionChoice } from './use-selection.ts';
import { lowestPrices, mostAvailable } from './variants.ts';

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

function WishlistToggle({ product }: { product: { id: string } }) {
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

/** Uses the Web Share API if available, else copies the link. */
function ShareButton({ title }: { title: string }) {
  const share = async () => {
    const url = window.location.href;
    if ('share' in navigator) await navigator.share({ title, url }).catch(unlessCancelled);
    else await copy(url);
  };

  return <IconButton icon={Share2} label={productMessages.share} onClick={share} className="noscript:hidden" />;
}

function unlessCancelled(error: unknown) {
  if (!(error instanceof DOMException && error.name === 'AbortError')) return copy(window.location.href);
}

async function copy(url: string) {
  try {
    await navigator.clipboard.writeText(url);
    toast('success', productMessages.linkCopied);
  } catch {
    toast('error', productMessages.linkNotCopied);
  }
}

type AvailabilityProps = {
  /** Undefined while no variant is chosen. */
  availableQuantity: number | undefined;
  /** How it fits, shown until a size is chosen. */
  fit?: string;
};

/** A live region: screen readers announce it when another variant is selected. */
function Availability({ availableQuantity, fit }: AvailabilityProps) {
  return (
    <p role="status" className="text-small font-semibold not-empty:mt-3">
      {availableQuantity === undefined ? (
        fit && <span className="font-normal text-ink-soft">{fit}</span>
      ) : (
        <AvailabilityText availableQuantity={availableQuantity} />
      )}
    </p>
  );
}

function AvailabilityText({ availableQuantity }: { availableQuantity: number }) {
  if (availableQuantity === 0) return <span className="text-cancelled">{catalogMessages.outOfStock}</span>;
  if (availableQuantity <= LOW_STOCK_MAX)
    return <span className="text-rose">{productMessages.onlyAvailable(availableQuantity)}</span>;
  return <span className="text-delivered">{productMessages.inStock}</span>;
}

type ProductLinksProps = { category: string; brand: string; tags: string[] };

const listOf = (filter: string, value: string) => `/products?${new URLSearchParams({ [filter]: value })}`;

const LINK =
  'inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4 hover:decoration-violet';

/** A small line of links to the products of the same category, brand or tag. */
function ProductLinks({ category, brand, tags }: ProductLinksProps) {
  return (
    <div className="mt-3 text-ink-muted text-small">
      <dl className="flex flex-wrap gap-x-6">
        <Entry label={productMessages.category} to={listOf('category', category)} value={category} />
        <Entry label={productMessages.brand} to={listOf('brand', brand)} value={brand} />
      </dl>
      {tags.length > 0 && (
        <ul aria-label={productMessages.tags} className="flex flex-wrap gap-x-4">
          {tags.map((tag) => (
            <li key={tag} className="min-w-0">
              <Link to={listOf('tags', tag)} className={LINK}>
                {tag}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Entry({ label, to, value }: { label: string; to: string; value: string }) {
  return (
    <div className="flex min-w-0 items-center gap-2">
      <dt>{label}</dt>
      <dd className="min-w-0">
        <Link to={to} className={LINK}>
          {value}
        </Link>
      </dd>
    </div>
  );
}
