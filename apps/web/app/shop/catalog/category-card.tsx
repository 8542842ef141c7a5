import type { Category } from '@shop/contracts/catalog/schema';
import { Link } from 'react-router';
import { classes } from '#ui/classes.ts';
import { ResponsiveImage } from '#ui/responsive-image.tsx';

/** Two large cards fill a row, or three others. */
export function CategoryCard({ category, large }: { category: Category; large: boolean }) {
  return (
    <li className={classes('group relative', large ? 'tablet:col-span-3' : 'tablet:col-span-2')}>
      <div
        className={classes(
          'overflow-hidden rounded-image bg-blush',
          large ? 'aspect-[4/3]' : 'aspect-[4/3] tablet:aspect-[4/5]',
        )}
      >
        <ResponsiveImage
          src={category.image}
          alt={category.imageAlt}
          width={1000}
          height={1000}
          largest={1280}
          urgent={large}
          sizes={`(min-width: 1280px) ${large ? 584 : 480}px, (min-width: 768px) ${large ? 46 : 38}vw, 92vw`}
          className="size-full object-cover transition-transform duration-250 motion-safe:group-hover:scale-103"
        />
      </div>
      <h2 className="mt-4 font-display text-h2">
        <Link
          to={`/products?category=${encodeURIComponent(category.name)}`}
          className="underline decoration-1 decoration-transparent underline-offset-6 transition-colors after:absolute after:inset-0 group-hover:decoration-violet"
        >
          {category.name}
        </Link>
      </h2>
      <p className="mt-2 max-w-[52ch] text-ink-soft">{category.description}</p>
    </li>
  );
}
