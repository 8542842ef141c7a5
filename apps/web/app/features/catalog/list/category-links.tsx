import { searchPageMessages } from '@shop/contracts/catalog/list-messages';
import type { Category } from '@shop/contracts/catalog/schema';
import { Link } from 'react-router';

export function CategoryLinks({ categories }: { categories: Category[] }) {
  if (categories.length === 0) return null;
  return (
    <nav aria-labelledby="browse" className="mt-12">
      <h2 id="browse" className="text-h3">
        {searchPageMessages.browse}
      </h2>
      <ul className="mt-4 flex flex-wrap justify-center gap-2">
        {categories.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={`/products?category=${encodeURIComponent(name)}`}
              className="flex min-h-11 items-center rounded-control border border-line px-4 text-action transition-colors hover:border-line-strong hover:bg-pearl"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
