import { productMessages } from '@shop/contracts/catalog/product-messages';
import { Link } from 'react-router';

type ProductLinksProps = { category: string; brand: string; tags: string[] };

const listOf = (filter: string, value: string) => `/products?${new URLSearchParams({ [filter]: value })}`;

const LINK = 'underline decoration-line-strong underline-offset-4 hover:decoration-violet';
const PILL =
  'inline-flex min-h-11 max-w-full items-center rounded-full border border-line px-4 text-small hover:border-line-strong';

/** Links to the products of the same category, brand or tag. */
export function ProductLinks({ category, brand, tags }: ProductLinksProps) {
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 text-small">
        <dt className="py-2.5 text-ink-soft">{productMessages.category}</dt>
        <dd className="min-w-0 py-2.5">
          <Link to={listOf('category', category)} className={LINK}>
            {category}
          </Link>
        </dd>
        <dt className="py-2.5 text-ink-soft">{productMessages.brand}</dt>
        <dd className="min-w-0 py-2.5">
          <Link to={listOf('brand', brand)} className={LINK}>
            {brand}
          </Link>
        </dd>
      </dl>
      {tags.length > 0 && (
        <ul aria-label={productMessages.tags} className="mt-3 flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="min-w-0">
              <Link to={listOf('tags', tag)} className={PILL}>
                {tag}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
