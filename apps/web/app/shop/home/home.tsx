import type { Category } from '@shop/contracts/catalog/schema';
import type { BlockKind } from '@shop/contracts/content/home-constants';
import type { HomeBlock, Testimonial } from '@shop/contracts/content/home-schema';
import { getHomePage } from '@shop/contracts/content/operations';
import { SLIDE_INTERVAL_MS } from '@shop/contracts/home/constants';
import { homeMessages } from '@shop/contracts/home/messages';
import { newsletterMessages } from '@shop/contracts/newsletter/messages';
import { Gem, Gift, Truck, Undo2 } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { apiFor } from '#lib/api.server.ts';
import { storeNameOf } from '#lib/page-title.ts';
import { pageMeta, storeJsonLd } from '#lib/seo.ts';
import { useStoreProfile } from '#lib/store-profile.ts';
import { findStoreSettings } from '#lib/store-settings.server.ts';
import type { CardProduct } from '#shop/catalog/product-card.tsx';
import { ProductRow } from '#shop/catalog/product-row.tsx';
import { RecentlyViewed } from '#shop/catalog/recently-viewed.tsx';
import { type BlockTexts, SectionHeading } from '#shop/catalog/section-heading.tsx';
import { NewsletterForm } from '#shop/newsletter/newsletter-form.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { CarouselControls } from '#ui/carousel/carousel-controls.tsx';
import { useCarousel } from '#ui/carousel/use-carousel.ts';
import { classes } from '#ui/classes.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { Stars } from '#ui/stars.tsx';
import type { Route } from './+types/home';
import { HeroSlider } from './hero-slider.tsx';
import { HomeContent } from './home-content.server.ts';
import { parseServiceNotes } from './service-notes.ts';

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: homeMessages.title,
    description: homeMessages.description(storeNameOf(matches)),
    path: '/',
    image: loaderData.home.slides[0]?.image,
    jsonLd: storeJsonLd,
  });

export async function loader({ request }: Route.LoaderArgs) {
  const [home, settings] = await Promise.all([apiFor(request).read(getHomePage, {}, HomeContent), findStoreSettings()]);
  return { home: { ...home, returnDays: settings?.returnDays ?? 0 } };
}

export default function Home({ loaderData: { home } }: Route.ComponentProps) {
  const { storeName } = useStoreProfile();
  return (
    <>
      <h1 className="sr-only">{homeMessages.heading(storeName)}</h1>
      {!home.hasProducts && <OpeningSoon />}
      <HomeBlocks home={home} />
    </>
  );
}

/** The home page of a store without products. The newsletter form is below it. */
function OpeningSoon() {
  const { storeName } = useStoreProfile();
  return (
    <section className="page-width section-rhythm">
      <EmptyState icon={Gem} title={homeMessages.openingSoon(storeName)}>
        {homeMessages.openingSoonHint}
      </EmptyState>
    </section>
  );
}

/** 0 return days: the store takes no returns. */
type HomeWithReturnDays = z.infer<typeof HomeContent> & { returnDays: number };

const BLOCKS: Record<BlockKind, (block: HomeBlock, home: HomeWithReturnDays) => ReactNode> = {
  hero: (_, { slides }) => <HeroSlider slides={slides} />,
  categories: (block, { categories }) => <CategoryGrid categories={categories} texts={block} />,
  featured: (block, { featured }) => <FeaturedProducts products={featured} texts={block} />,
  newsletter: (block) => <NewsletterPanel texts={block} />,
  testimonials: (block, { testimonials }) => <Testimonials testimonials={testimonials} texts={block} />,
  new_arrivals: (block, { newArrivals }) => <NewArrivals products={newArrivals} texts={block} />,
  image_text: (block) => <ImageWithText block={block} />,
  promises: ({ text }, { hasProducts, returnDays }) =>
    hasProducts && <ServiceNotesRow text={text} returnDays={returnDays} />,
  best_sellers: (block, { bestSellers }) => <BestSellers products={bestSellers} texts={block} />,
  brands: (block, { brands }) => <BrandLinks brands={brands} texts={block} />,
  recently_viewed: (block) => <RecentlyViewed heading={block.heading} />,
};

/**
 * The blocks in the order of the store. One without content, for example without testimonials, renders nothing. As
 * boundaries they hydrate one by one: all in one task would block a phone for 0.2 s.
 */
const HomeBlocks = ({ home }: { home: HomeWithReturnDays }) =>
  home.blocks.map((block) => <Suspense key={block.id}>{BLOCKS[block.kind](block, home)}</Suspense>);

type Tile = Pick<Category, 'id' | 'name' | 'image'>;

function CategoryGrid({ categories, texts }: { categories: Tile[]; texts: BlockTexts }) {
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

function FeaturedProducts({ products, texts }: { products: CardProduct[]; texts: BlockTexts }) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="featured" className="page-width section-rhythm section-stack">
      <SectionHeading id="featured" texts={texts} eyebrow={homeMessages.featuredEyebrow} title={homeMessages.featured}>
        <ButtonLink look="quiet" to="/products" className="-mx-2">
          {homeMessages.featuredAll}
        </ButtonLink>
      </SectionHeading>
      <ProductRow products={products} />
    </section>
  );
}

function NewsletterPanel({ texts }: { texts: BlockTexts }) {
  return (
    <section aria-labelledby="newsletter" className="bg-pearl">
      <div className="page-width grid gap-6 py-10 tablet:grid-cols-2 tablet:items-center tablet:gap-12 desktop:py-12">
        <div className="min-w-0 wrap-anywhere">
          <p className="eyebrow">{texts.eyebrow || newsletterMessages.title}</p>
          <h2 id="newsletter" className="mt-2 font-display text-h2">
            {texts.heading || newsletterMessages.heading}
          </h2>
          <p className="mt-3 text-ink-soft">{texts.text || newsletterMessages.invitation}</p>
        </div>
        <NewsletterForm />
      </div>
    </section>
  );
}

const TESTIMONIAL_CONTROLS = {
  next: homeMessages.nextTestimonial,
  previous: homeMessages.previousTestimonial,
  pause: homeMessages.pauseTestimonials,
  play: homeMessages.playTestimonials,
  goTo: homeMessages.goToTestimonial,
};

type TestimonialsProps = { testimonials: Testimonial[]; texts: BlockTexts };

function Testimonials({ testimonials, texts }: TestimonialsProps) {
  const carousel = useCarousel({ count: testimonials.length, intervalMs: SLIDE_INTERVAL_MS });
  const { active, ready, playing, pauseHandlers, swipeHandlers } = carousel;
  if (testimonials.length === 0) return null;
  return (
    // Not laid out before it is near: it alone needs the font of its quotes, 39 KB.
    <section
      aria-labelledby="testimonials"
      aria-roledescription="carousel"
      className="bg-blush [contain-intrinsic-size:auto_30rem] [content-visibility:auto]"
      {...pauseHandlers}
    >
      <div className="page-width section-rhythm">
        <div className="mx-auto max-w-3xl text-center">
          <p className="eyebrow">{texts.eyebrow || homeMessages.testimonialsEyebrow}</p>
          <h2 id="testimonials" className="mt-2 font-display text-h2">
            {texts.heading || homeMessages.testimonials}
          </h2>
          {texts.text && <p className="mt-3 text-ink-soft">{texts.text}</p>}
          <div
            aria-live={playing ? 'off' : 'polite'}
            className="mt-8 grid items-center noscript:gap-12"
            {...swipeHandlers}
          >
            {testimonials.map(({ name, location, quote, rating }, index) => (
              <figure
                key={`${name} ${quote}`}
                aria-roledescription="slide"
                aria-label={homeMessages.slideOf(index + 1, testimonials.length)}
                inert={ready && index !== active}
                data-active={index === active}
                className="invisible col-start-1 row-start-1 opacity-0 transition-[opacity,visibility] duration-500 data-[active=true]:visible data-[active=true]:opacity-100 noscript:visible noscript:row-auto noscript:opacity-100"
              >
                <Stars rating={rating} />
                <blockquote className="mt-4 font-display text-quote text-balance italic">
                  <p>“{quote}”</p>
                </blockquote>
                <figcaption className="mt-6 text-small text-ink-soft">
                  <span className="font-semibold text-ink">{name}</span>
                  {location && `, ${location}`}
                </figcaption>
              </figure>
            ))}
          </div>
          {testimonials.length > 1 && (
            <div className="mt-8">
              <CarouselControls carousel={carousel} count={testimonials.length} texts={TESTIMONIAL_CONTROLS} centered />
            </div>
          )}
        </div>
      </div>
    </section>
  );
}

function ImageWithText({ block }: { block: HomeBlock }) {
  const { id, eyebrow, heading, text, image, imageAlt, linkLabel, href } = block;
  const headingId = `block-${id}`;
  return (
    <section aria-labelledby={headingId} className="bg-pearl">
      <div
        className={classes(
          'page-width section-rhythm grid gap-6 tablet:items-center tablet:gap-12',
          image !== '' && 'tablet:grid-cols-2',
        )}
      >
        {image && (
          <ResponsiveImage
            src={image}
            alt={imageAlt}
            width={1200}
            height={900}
            sizes="(min-width: 1280px) 576px, (min-width: 768px) 46vw, 92vw"
            largest={1280}
            className="aspect-[4/3] w-full rounded-image bg-blush object-cover"
          />
        )}
        <div className="min-w-0 wrap-anywhere">
          {eyebrow && <p className="eyebrow">{eyebrow}</p>}
          <h2 id={headingId} className="mt-2 font-display text-h2">
            {heading}
          </h2>
          {text && <p className="mt-4 max-w-[60ch] whitespace-pre-line text-ink-soft">{text}</p>}
          {linkLabel && href && (
            <ButtonLink to={href} look="secondary" className="mt-6">
              {linkLabel}
            </ButtonLink>
          )}
        </div>
      </div>
    </section>
  );
}

/** By position: delivery, returns, repairs, gifts. */
const PROMISE_ICONS = [Truck, Undo2, Gem, Gift];

/** `text` is that of the store; empty, the default promises are shown. */
function ServiceNotesRow({ text, returnDays }: { text: string; returnDays: number }) {
  const icons = text || returnDays > 0 ? PROMISE_ICONS : PROMISE_ICONS.filter((icon) => icon !== Undo2);
  return (
    <section aria-label={homeMessages.promises} className="border-line border-b">
      <ul className="page-width grid grid-cols-2 gap-x-4 gap-y-6 py-8 tablet:grid-cols-4 tablet:gap-6 desktop:py-10">
        {parseServiceNotes(text || homeMessages.defaultServiceNotes(returnDays)).map((promise, index) => (
          <PromiseItem key={promise.title} icon={icons[index] ?? Gem} {...promise} />
        ))}
      </ul>
    </section>
  );
}

type PromiseItemProps = { icon: typeof Gem; title: string; text: string };

function PromiseItem({ icon: Icon, title, text }: PromiseItemProps) {
  return (
    <li className="flex min-w-0 flex-col gap-2 wrap-anywhere desktop:flex-row desktop:gap-3.5">
      <Icon aria-hidden className="size-7 shrink-0 text-mauve-deep" strokeWidth={1.25} />
      <div>
        <p className="text-action font-semibold">{title}</p>
        {text && <p className="mt-1 text-ink-soft text-small">{text}</p>}
      </div>
    </li>
  );
}

function BestSellers({ products, texts }: { products: CardProduct[]; texts: BlockTexts }) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="best-sellers" className="page-width section-rhythm section-stack">
      <SectionHeading
        id="best-sellers"
        texts={texts}
        eyebrow={homeMessages.bestSellersEyebrow}
        title={homeMessages.bestSellers}
      />
      <div className={NO_TRANSITION}>
        <ProductRow products={products} />
      </div>
    </section>
  );
}

/** No view transition of these images: the same product may be among the featured ones. */
const NO_TRANSITION = '[&_*]:[view-transition-name:none]!';

function NewArrivals({ products, texts }: { products: CardProduct[]; texts: BlockTexts }) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="new-arrivals" className="page-width section-rhythm section-stack">
      <SectionHeading
        id="new-arrivals"
        texts={texts}
        eyebrow={homeMessages.newArrivalsEyebrow}
        title={homeMessages.newArrivals}
      >
        <ButtonLink look="quiet" to="/products?sortBy=newest" className="-mx-2">
          {homeMessages.newArrivalsAll}
        </ButtonLink>
      </SectionHeading>
      <div className={NO_TRANSITION}>
        <ProductRow products={products} />
      </div>
    </section>
  );
}

/** A row of names, which needs no visible heading unless the store has one. */
function BrandLinks({ brands, texts }: { brands: string[]; texts: BlockTexts }) {
  if (brands.length === 0) return null;
  return (
    <section aria-labelledby="brands" className="page-width section-rhythm section-stack">
      {texts.eyebrow && <p className="eyebrow">{texts.eyebrow}</p>}
      <h2 id="brands" className={texts.heading ? 'mt-2 font-display text-h2' : 'sr-only'}>
        {texts.heading || homeMessages.brands}
      </h2>
      {texts.text && <p className="mt-3 max-w-[60ch] text-ink-soft">{texts.text}</p>}
      <ul className="grid grid-cols-2 gap-x-6 gap-y-2 tablet:flex tablet:flex-wrap tablet:justify-between">
        {brands.map((name) => (
          <li key={name} className="min-w-0">
            <Link
              to={`/products?brand=${encodeURIComponent(name)}`}
              className="flex min-h-15 items-center font-display text-ink-soft text-tile transition-colors wrap-anywhere hover:text-violet"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
