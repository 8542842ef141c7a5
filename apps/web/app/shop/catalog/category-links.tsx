import { searchPageMessages } from '@shop/contracts/catalog/list-messages';
import type { Category } from '@shop/contracts/catalog/schema';
import { Link } from 'react-router';
import { Thumbnail } from '#ui/responsive-image.tsx';

export type CategoryLinksProps = { categories: Pick<Category, 'id' | 'name' | 'image'>[] };

export function CategoryLinks({ categories }: CategoryLinksProps) {
  if (categories.length === 0) return null;
  return (
    <nav aria-labelledby="browse" className="mt-12 text-left">
      <h2 id="browse" className="font-display text-h2">
        {searchPageMessages.browse}
      </h2>
      <ul className="mt-4 grid gap-3 tablet:grid-cols-2 desktop:grid-cols-5">
        {categories.map(({ id, name, image }) => (
          <li key={id}>
            <Link
              to={`/products?category=${encodeURIComponent(name)}`}
              className="flex min-h-11 items-center gap-3 rounded-control border border-line p-2.5 font-display text-h3 transition-colors hover:border-line-strong hover:bg-pearl"
            >
              <Thumbnail src={image} size={56} className="bg-blush" />
              <span className="min-w-0 wrap-anywhere">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
