import { categoriesMessages, listMessages } from '@shop/contracts/catalog/list-messages';
import { listBrands, listCategories } from '@shop/contracts/catalog/operations';
import { Gem } from 'lucide-react';
import { apiFor } from '#lib/api.server.ts';
import { storeNameOf } from '#lib/page-title.ts';
import { breadcrumbJsonLd, pageMeta } from '#lib/seo.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { Route } from './+types/categories';
import { BrandCard } from './brand-card.tsx';
import { CategoryCard } from './category-card.tsx';
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
