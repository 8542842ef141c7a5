import { LOW_STOCK_MAX } from '@shop/contracts/catalog/constants';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import { productMessages } from '@shop/contracts/catalog/product-messages';
import { Link } from 'react-router';
import type { z } from 'zod';
import { Badge } from '#ui/badge.tsx';
import { classes } from '#ui/classes.ts';
import { ProductPrice } from '#ui/product-price.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { Stars } from '#ui/stars.tsx';
import type { Card } from './card.server.ts';
import { CardAction, WishlistToggle } from './card-actions.tsx';
import { useImageTransition } from './use-image-transition.ts';

export type CardProduct = z.infer<typeof Card>;
type ProductCardProps = {
  product: CardProduct;
  /** The `sizes` attribute of the image. */
  sizes: string;
  /** For cards above the fold. */
  urgent?: boolean;
  /** Set on the wishlist page, where it is known without JavaScript. */
  inWishlist?: boolean;
};

const IMAGE_SIZE = { width: 1000, height: 1250, largest: 960 } as const;

/** Nothing is on the image. The link of the name covers the whole card; heart and action are above it. */
export function ProductCard({ product, sizes, urgent, inWishlist }: ProductCardProps) {
  const { name, slug, brand, inStock, images, imageAlts } = product;
  const [first, second] = images;
  const transition = useImageTransition(slug);
  return (
    <article className="group @container/card relative flex h-full flex-col">
      <div className={classes('relative aspect-[4/5] overflow-hidden rounded-image bg-pearl', transition)}>
        <ResponsiveImage
          {...IMAGE_SIZE}
          src={first}
          alt={imageAlts[0] ?? name}
          sizes={sizes}
          urgent={urgent}
          className={classes('size-full object-cover', !inStock && 'opacity-62')}
        />
        {second && inStock && <SecondImage src={second} sizes={sizes} />}
      </div>
      <div className="mt-1 flex min-h-11 items-center justify-between gap-1">
        <p className="eyebrow min-w-0 wrap-anywhere max-tablet:text-[0.6875rem] max-tablet:tracking-[0.12em]">
          {brand}
        </p>
        <div className="relative z-10 -mr-[11px]">
          <WishlistToggle product={product} inWishlist={inWishlist} />
        </div>
      </div>
      <h3 className="line-clamp-2 font-medium text-action leading-snug tablet:text-body">
        <Link
          to={`/product/${slug}`}
          prefetch="intent"
          viewTransition
          className={classes(
            'underline-offset-4 after:absolute after:inset-0 hover:underline',
            !inStock && 'text-ink-soft',
          )}
        >
          {name}
        </Link>
      </h3>
      <p className="mt-1 flex min-h-5 flex-wrap items-center gap-x-1.5 text-ink-soft text-small tabular-nums">
        <Rating product={product} />
      </p>
      <p className="mt-1.5">
        <ProductPrice product={product} />
      </p>
      <Availability product={product} />
      <div className="relative z-10 mt-auto self-start">
        <CardAction product={product} />
      </div>
    </article>
  );
}

function Rating({ product: { ratings, reviewCount } }: { product: CardProduct }) {
  if (reviewCount === 0) return catalogMessages.newThisSeason;
  return (
    <>
      <Stars rating={ratings} />
      <span aria-hidden>{ratings.toFixed(1)}</span>
      <span aria-hidden className="text-ink-muted">
        ({reviewCount})
      </span>
      <span className="sr-only">{catalogMessages.reviewCount(reviewCount)}</span>
    </>
  );
}

function Availability({ product: { inStock, quantity, onlyOption } }: { product: CardProduct }) {
  if (!inStock)
    return (
      <p className="mt-1.5">
        <Badge tone="other">{catalogMessages.outOfStock}</Badge>
      </p>
    );
  if (onlyOption && onlyOption.valuesInStock.length > 0)
    return (
      <p className="mt-0.5 line-clamp-2 text-ink-muted text-small">
        {catalogMessages.valuesInStock(onlyOption.valuesInStock)}
      </p>
    );
  if (quantity > LOW_STOCK_MAX) return null;
  return <p className="mt-0.5 font-medium text-rose text-small">{productMessages.onlyAvailable(quantity)}</p>;
}

/** Shown on hover only; touch screens never load it. */
function SecondImage({ src, sizes }: { src: string; sizes: string }) {
  return (
    <span className="absolute inset-0 hidden opacity-0 transition-opacity duration-250 group-hover:opacity-100 hoverable:block">
      <ResponsiveImage {...IMAGE_SIZE} src={src} alt="" sizes={sizes} className="size-full object-cover" />
    </span>
  );
}
