import { recentlyViewedMessages as texts } from '@shop/contracts/catalog/messages';
import type { summarizeProducts } from '@shop/contracts/catalog/operations';
import type { Suggestion } from '@shop/contracts/catalog/schema';
import { currentPrice } from '@shop/contracts/common/money';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { readProductData } from '#lib/browser-api.ts';
import { Button } from '#ui/button.tsx';
import { Price } from '#ui/price.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { clearViews, readViewedIds } from './viewed-products.ts';

/** One row on a wide screen. */
const SHOWN = 6;

type RecentlyViewedProps = {
  heading?: string;
  /** The product of the page itself. */
  exceptId?: string;
};

/** Rendered by the browser, which alone has the list. Empty, or if the products cannot be loaded, it shows nothing. */
export function RecentlyViewed({ heading, exceptId }: RecentlyViewedProps) {
  const [products, setProducts] = useState<Suggestion[]>([]);

  useEffect(() => {
    const ids = readViewedIds().filter((id) => id !== exceptId);
    if (ids.length === 0) return;
    const visit = new AbortController();
    readProductData<typeof summarizeProducts>(
      'GET /products/summaries',
      { query: { ids: ids.join(',') } },
      visit.signal,
    ).then(setProducts, () => setProducts([]));
    return () => visit.abort();
  }, [exceptId]);

  function clear() {
    clearViews();
    setProducts([]);
  }

  if (products.length === 0) return null;
  return (
    <section aria-labelledby="recently-viewed" className="page-width section-rhythm section-stack">
      <div className="mb-6 flex items-end justify-between gap-8 desktop:mb-9">
        <h2 id="recently-viewed" className="min-w-0 font-display text-h2 wrap-anywhere">
          {heading || texts.title}
        </h2>
        <Button look="quiet" aria-label={texts.clearLabel} onClick={clear} className="-mx-2">
          {texts.clear}
        </Button>
      </div>
      <ul className="grid grid-cols-3 gap-x-3 gap-y-6 tablet:grid-cols-6 tablet:gap-x-4 desktop:gap-x-6">
        {products.slice(0, SHOWN).map((product) => (
          <SmallCard key={product.slug} product={product} />
        ))}
      </ul>
    </section>
  );
}

function SmallCard({ product }: { product: Suggestion }) {
  return (
    <li className="group relative min-w-0">
      <ResponsiveImage
        src={product.image}
        alt=""
        width={1000}
        height={1250}
        largest={480}
        sizes="(min-width: 1280px) 180px, (min-width: 768px) 15vw, 30vw"
        className="aspect-[4/5] w-full rounded-image bg-pearl object-cover"
      />
      <Link
        to={`/product/${product.slug}`}
        prefetch="intent"
        className="mt-2.5 line-clamp-2 font-medium text-small underline-offset-4 after:absolute after:inset-0 group-hover:underline"
      >
        {product.name}
      </Link>
      <p className="mt-0.5 text-small">
        <Price amount={currentPrice(product)} />
      </p>
    </li>
  );
}
