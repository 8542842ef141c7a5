import type { Category } from '@shop/contracts/catalog/schema';
import { homeMessages } from '@shop/contracts/home/messages';
import { Link } from 'react-router';
import { type BlockTexts, SectionHeading } from '#shop/catalog/section-heading.tsx';
import { classes } from '#ui/classes.ts';
import { ResponsiveImage } from '#ui/responsive-image.tsx';

type Tile = Pick<Category, 'id' | 'name' | 'image'>;

export function CategoryGrid({ categories, texts }: { categories: Tile[]; texts: BlockTexts }) {
  if (categories.length === 0) return null;
  return (
    <section aria-labelledby="categories" className="page-width section-rhythm section-stack">
      <SectionHeading
        id="categories"
        texts={texts}
        eyebrow={homeMessages.categoriesEyebrow}
        title={homeMessages.categories}
      />
      <ul className="grid grid-cols-2 gap-x-3 gap-y-6 tablet:grid-cols-6 tablet:gap-6 desktop:grid-cols-5 desktop:gap-8">
        {categories.map((category, index) => (
          <CategoryTile key={category.id} category={category} {...widths(index, categories.length)} />
        ))}
      </ul>
    </section>
  );
}

/** Avoids gaps: the last tiles of an incomplete row are wider. */
const widths = (index: number, count: number) => ({
  wideOnPhone: count % 2 === 1 && index === count - 1,
  wideOnTablet: count % 3 === 2 && index >= count - 2,
});

type CategoryTileProps = { category: Tile } & ReturnType<typeof widths>;

function CategoryTile({ category, wideOnPhone, wideOnTablet }: CategoryTileProps) {
  return (
    <li
      className={classes(
        wideOnPhone && 'max-tablet:col-span-2',
        wideOnTablet ? 'tablet:max-desktop:col-span-3' : 'tablet:max-desktop:col-span-2',
      )}
    >
      <Link to={`/products?category=${encodeURIComponent(category.name)}`} className="group block">
        <span
          className={classes(
            'block aspect-[4/5] overflow-hidden rounded-image bg-blush',
            wideOnPhone && 'max-tablet:aspect-[8/5]',
            wideOnTablet && 'tablet:max-desktop:aspect-[8/5]',
          )}
        >
          <ResponsiveImage
            src={category.image}
            alt=""
            width={1000}
            height={1000}
            largest={960}
            sizes={`(min-width: 1280px) 270px, (min-width: 768px) ${wideOnTablet ? 48 : 38}vw, ${wideOnPhone ? 92 : 57}vw`}
            className="size-full object-cover transition-transform duration-250 motion-safe:group-hover:scale-103"
          />
        </span>
        <span className="mt-3 block font-display text-tile underline decoration-1 decoration-transparent underline-offset-6 transition-colors group-hover:decoration-violet">
          {category.name}
        </span>
      </Link>
    </li>
  );
}
