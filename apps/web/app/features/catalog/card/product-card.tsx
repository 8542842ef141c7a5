import { catalogMessages } from '@shop/contracts/catalog/messages';
import type { Product } from '@shop/contracts/catalog/schema';
import { Link } from 'react-router';
import { Badge } from '#ui/badge.tsx';
import { classes } from '#ui/classes.ts';
import { ProductPrice } from '#ui/product-price.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { Stars } from '#ui/stars.tsx';
import { AddToCart, WishlistToggle } from './card-actions.tsx';
import { useImageTransition } from './use-image-transition.ts';

export type CardProduct = Pick<
  Product,
  | 'id'
  | 'name'
  | 'slug'
  | 'price'
  | 'salePrice'
  | 'images'
  | 'imageAlts'
  | 'brand'
  | 'inStock'
  | 'hasOptions'
  | 'ratings'
  | 'reviewCount'
>;
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

export function ProductCard({ product, sizes, urgent, inWishlist }: ProductCardProps) {
  const url = `/product/${product.slug}`;
  const [first, second] = product.images;
  const transition = useImageTransition(product.slug);
  return (
    <article className="group relative flex h-full flex-col">
      <div className={classes('relative aspect-square overflow-hidden rounded-image bg-pearl', transition)}>
        <ResponsiveImage
          {...IMAGE_SIZE}
          src={first}
          alt={product.imageAlts[0] ?? product.name}
          sizes={sizes}
          urgent={urgent}
          className={classes('size-full object-cover object-[50%_30%]', !product.inStock && 'opacity-70')}
        />
        {second && product.inStock && <SecondImage src={second} sizes={sizes} />}
        {!product.inStock && (
          <span className="absolute top-3 right-15 left-3">
            <Badge tone="other">{catalogMessages.outOfStock}</Badge>
          </span>
        )}
        <div className="absolute inset-x-3 bottom-3 z-10 transition-opacity hoverable:opacity-0 hoverable:group-focus-within:opacity-100 hoverable:group-hover:opacity-100">
          <AddToCart product={product} />
        </div>
      </div>
      <div className="absolute top-3 right-3 z-10">
        <WishlistToggle product={product} inWishlist={inWishlist} />
      </div>
      <div className="flex flex-1 flex-col pt-4">
        <p className="eyebrow">{product.brand}</p>
        <h3 className="mt-1.5 mb-2 line-clamp-2 font-medium text-body leading-snug max-tablet:min-h-[2lh]">
          <Link
            to={url}
            prefetch="intent"
            viewTransition
            className="underline-offset-4 after:absolute after:inset-0 hover:underline"
          >
            {product.name}
          </Link>
        </h3>
        <p className="flex min-h-5 items-center gap-2 text-ink-soft text-small tabular-nums tablet:mt-auto">
          <Rating product={product} />
        </p>
        <p className="mt-2">
          <ProductPrice product={product} />
        </p>
      </div>
    </article>
  );
}

function Rating({ product: { ratings, reviewCount } }: { product: CardProduct }) {
  if (reviewCount === 0) return catalogMessages.noReviews;
  return (
    <>
      <Stars rating={ratings} />
      <span aria-hidden>({reviewCount})</span>
      <span className="sr-only">{catalogMessages.reviewCount(reviewCount)}</span>
    </>
  );
}

/** Shown on hover only; touch screens never load it. */
function SecondImage({ src, sizes }: { src: string; sizes: string }) {
  return (
    <span className="absolute inset-0 hidden opacity-0 transition-opacity duration-250 group-hover:opacity-100 hoverable:block">
      <ResponsiveImage
        {...IMAGE_SIZE}
        src={src}
        alt=""
        sizes={sizes}
        className="size-full object-cover object-[50%_30%]"
      />
    </span>
  );
}
