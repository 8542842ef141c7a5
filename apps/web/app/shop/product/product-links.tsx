import { productMessages } from '@shop/contracts/catalog/product-messages';
import { Link } from 'react-router';

type ProductLinksProps = { category: string; brand: string; tags: string[] };

const listOf = (filter: string, value: string) => `/products?${new URLSearchParams({ [filter]: value })}`;

const LINK =
  'inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4 hover:decoration-violet';

/** A small line of links to the products of the same category, brand or tag. */
export function ProductLinks({ category, brand, tags }: ProductLinksProps) {
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
