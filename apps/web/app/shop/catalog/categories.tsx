import { categoriesMessages, listMessages } from '@shop/contracts/catalog/list-messages';
import { listBrands, listCategories } from '@shop/contracts/catalog/operations';
import type { Category } from '@shop/contracts/catalog/schema';
import { Gem } from 'lucide-react';
import { Link } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { storeNameOf } from '#lib/page-title.ts';
import { breadcrumbJsonLd, pageMeta } from '#lib/seo.ts';
import { ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import type { Route } from './+types/categories';
import { BrandCard } from './brand-card.tsx';
import { SectionHeading } from './section-heading.tsx';

const BREADCRUMBS = [
  { name: listMessages.home, path: '/' },
  { name: categoriesMessages.title, path: '/categories' },
];

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    ...categoriesMessages,
    description: categoriesMessages.description(storeNameOf(matches)),
    path: '/categories',
    image: loaderData.categories[0]?.image ?? undefined,
    jsonLd: [breadcrumbJsonLd(BREADCRUMBS)],
  });

export async function loader({ request }: Route.LoaderArgs) {
  const api = apiFor(request);
  const [categories, brands] = await Promise.all([api.read(listCategories), api.read(listBrands)]);
  return { categories, brands };
}

export default function Categories({ loaderData: { categories, brands } }: Route.ComponentProps) {
  return (
    <>
      <div className="page-width pt-10 pb-16 desktop:pt-16 desktop:pb-24">
        <p className="eyebrow">{categoriesMessages.eyebrow}</p>
        <h1 className="mt-2 font-display text-h1">{categoriesMessages.title}</h1>
        <p className="mt-3 max-w-[68ch] text-ink-soft">{categoriesMessages.intro}</p>
        <ul className="mt-10 grid gap-x-8 gap-y-12 tablet:grid-cols-6">
          {categories.map((category, index) => (
            <CategoryCard key={category.id} category={category} large={index < categories.length % 3} />
          ))}
        </ul>
        {categories.length === 0 && <NoCategories />}
      </div>
      {brands.length > 0 && (
        <section aria-labelledby="brands" className="bg-pearl">
          <div className="page-width section-rhythm">
            <SectionHeading id="brands" eyebrow={categoriesMessages.brandsEyebrow} title={categoriesMessages.brands} />
            <ul className="grid gap-6 tablet:grid-cols-2 desktop:grid-cols-3 desktop:gap-8">
              {brands.map((brand) => (
                <BrandCard key={brand.id} brand={brand} />
              ))}
            </ul>
          </div>
        </section>
      )}
    </>
  );
}

const NoCategories = () => (
  <EmptyState
    icon={Gem}
    title={categoriesMessages.none}
    action={
      <ButtonLink look="secondary" to="/products">
        {categoriesMessages.toProducts}
      </ButtonLink>
    }
  >
    {categoriesMessages.noneHint}
  </EmptyState>
);

/** Two large cards fill a row, or three others. */
function CategoryCard({ category, large }: { category: Category; large: boolean }) {
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
