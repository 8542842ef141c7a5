import type { Category } from '@shop/contracts/catalog/schema';
import { headerMessages } from '@shop/contracts/layout/messages';
import { Link } from 'react-router';
import { Thumbnail } from '#ui/responsive-image.tsx';

export type MenuCategory = Pick<Category, 'name' | 'image'>;
type MenuCategoriesProps = { categories: MenuCategory[] };

const pathTo = ({ name }: MenuCategory) => `/products?category=${encodeURIComponent(name)}`;

/** Below the header on wide screens. Not sticky. */
export function CategoryRow({ categories }: MenuCategoriesProps) {
  if (categories.length === 0) return null;
  return (
    <nav aria-label={headerMessages.categoryNavigation} className="hidden border-line border-b bg-paper desktop:block">
      <ul className="page-width flex flex-wrap justify-center gap-x-9 text-small font-medium">
        {categories.map((category) => (
          <li key={category.name}>
            <Link to={pathTo(category)} className="nav-link flex min-h-11 items-center">
              {category.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The first part of the menu on narrow screens. */
export function MenuCategories({ categories }: MenuCategoriesProps) {
  if (categories.length === 0) return null;
  return (
    <ul aria-label={headerMessages.categoryNavigation} className="mb-3 border-line border-t">
      {categories.map((category) => (
        <li key={category.name} className="border-line border-b">
          <Link
            to={pathTo(category)}
            className="flex items-center gap-4 rounded-control px-3 py-2 transition-colors hover:bg-violet-tint"
          >
            <Thumbnail src={category.image} size={56} className="bg-blush" />
            <span className="min-w-0 font-display text-tile wrap-anywhere">{category.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
