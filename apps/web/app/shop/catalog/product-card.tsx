import { cartMessages, wishlistMessages } from '@shop/contracts/cart/messages';
import { LOW_STOCK_MAX } from '@shop/contracts/catalog/constants';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import type { getProduct } from '@shop/contracts/catalog/operations';
import { productMessages } from '@shop/contracts/catalog/product-messages';
import type { Product } from '@shop/contracts/catalog/schema';
import { waitlistMessages } from '@shop/contracts/waitlist/messages';
import { Heart, Plus } from 'lucide-react';
import { type MouseEvent, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { readProductData } from '#lib/browser-api.ts';
import { useCartForm } from '#shop/cart/use-cart-form.ts';
import { useWishlist } from '#shop/cart/use-wishlist.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Drawer } from '#ui/overlay/dialog.tsx';
import { ProductPrice } from '#ui/product-price.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx';
import { Stars } from '#ui/stars.tsx';
import type { Card } from './card.server.ts';
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

type ActionProps = { product: Pick<Product, 'id' | 'name' | 'slug' | 'inStock' | 'hasOptions' | 'onlyOption'> };

function CardAction({ product }: ActionProps) {
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
        <AddLabel label={catalogMessages.addToCart} />
      </Button>
    </Form>
  );
}

function WishlistToggle({ product, inWishlist: initiallyInWishlist }: ActionProps & { inWishlist?: boolean }) {
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

type ChooseOptionProps = { product: Pick<Product, 'id' | 'name' | 'slug' | 'onlyOption'> };

/** Opens the sheet of options. Without JavaScript, and in a new tab, it leads to the product page. */
function ChooseOption({ product }: ChooseOptionProps) {
  const { name, slug, onlyOption } = product;
  // Undefined until it is first opened: closed sheets would be a sixth of a product list.
  const [isOpen, setOpen] = useState<boolean>();
  const cartForm = useCartForm();
  const label = onlyOption ? catalogMessages.chooseOption(onlyOption.name) : catalogMessages.chooseOptions;

  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <ButtonLink look="word" to={`/product/${slug}`} onClick={open} aria-label={`${label}: ${name}`}>
        <AddLabel label={cartForm.state === 'submitting' ? cartMessages.adding : label} />
      </ButtonLink>
      {isOpen !== undefined && (
        <OptionSheet product={product} title={label} open={isOpen} onClose={() => setOpen(false)} cartForm={cartForm} />
      )}
    </>
  );
}

type OptionSheetProps = {
  product: Pick<Product, 'slug'>;
  title: string;
  open: boolean;
  onClose: () => void;
  cartForm: ReturnType<typeof useCartForm>;
};

/** The options of a card's product. They and the form are loaded when it opens. */
function OptionSheet({ product: { slug }, title, open, onClose, cartForm }: OptionSheetProps) {
  const { loaded, failed } = useOptions(slug, open);
  return (
    <Drawer open={open} onClose={onClose} title={title}>
      {open && failed && <Notice kind="error">{catalogMessages.sizesFailed}</Notice>}
      {open && !failed && !loaded && <SheetSkeleton />}
      {open && loaded && <loaded.OptionForm product={loaded.product} onClose={onClose} cartForm={cartForm} />}
    </Drawer>
  );
}

type LoadedOptions = Awaited<ReturnType<typeof loadOptions>>;

async function loadOptions(slug: string, signal: AbortSignal) {
  const [product, { OptionForm }] = await Promise.all([
    readProductData<typeof getProduct>('GET /products/:product', { params: { product: slug } }, signal),
    import('./option-form.tsx'),
  ]);
  return { product, OptionForm };
}

function useOptions(slug: string, open: boolean) {
  const [loaded, setLoaded] = useState<LoadedOptions>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!open) return;
    const stop = new AbortController();
    setFailed(false);
    loadOptions(slug, stop.signal).then(setLoaded, () => setFailed(!stop.signal.aborted));
    return () => stop.abort();
  }, [slug, open]);
  return { loaded, failed };
}

function SheetSkeleton() {
  return (
    <SkeletonGroup className="grid gap-6">
      <Skeleton className="h-25 w-full" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
    </SkeletonGroup>
  );
}

function AddLabel({ label }: { label: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Plus aria-hidden className="size-5 shrink-0" strokeWidth={1.5} />
      {label}
    </span>
  );
}
