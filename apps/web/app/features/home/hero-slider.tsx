import type { HeroSlide } from '@shop/contracts/content/home-schema';
import { SLIDE_INTERVAL_MS } from '@shop/contracts/home/constants';
import { homeMessages } from '@shop/contracts/home/messages';
import { ButtonLink } from '#ui/button.tsx';
import { CarouselControls } from '#ui/carousel/carousel-controls.tsx';
import { useCarousel } from '#ui/carousel/use-carousel.ts';
import { classes } from '#ui/classes.ts';
import { ResponsiveImage } from '#ui/responsive-image.tsx';

const TEXTS = {
  next: homeMessages.nextSlide,
  previous: homeMessages.previousSlide,
  pause: homeMessages.pauseSlides,
  play: homeMessages.playSlides,
  goTo: homeMessages.goToSlide,
};

const STAGE = classes(
  'grid grid-cols-1',
  'tablet:aspect-video desktop:aspect-[21/9] desktop:max-h-[680px] desktop:w-full',
  'noscript:flex noscript:snap-x noscript:snap-mandatory noscript:overflow-x-auto',
);
const SLIDE = classes(
  'invisible relative col-start-1 row-start-1 opacity-0 transition-[opacity,visibility] duration-500',
  'data-[active=true]:visible data-[active=true]:opacity-100',
  'tablet:flex tablet:flex-col',
  'noscript:visible noscript:w-full noscript:shrink-0 noscript:snap-start noscript:opacity-100',
);
/** The images have their subject on the right, where the panel does not cover it. */
const IMAGE = classes(
  'aspect-[4/5] w-full bg-blush object-cover object-[94%_50%]',
  'tablet:absolute tablet:inset-0 tablet:aspect-auto tablet:h-full',
  'desktop:left-auto desktop:w-[58%]',
);
const PANEL = classes(
  'bg-paper px-4 pt-8 pb-4',
  'tablet:relative tablet:my-6 tablet:ml-6 tablet:w-[46%] tablet:rounded-image tablet:px-8 tablet:pt-6 tablet:pb-18',
  'tablet:flex tablet:flex-1 tablet:flex-col tablet:items-start tablet:justify-center',
  'desktop:m-0 desktop:w-[42%] desktop:pr-12 desktop:pl-[max(2.5rem,calc(50%-37.5rem))]',
);
/** Below the text on phones, inside the panel and on the image elsewhere. */
const CONTROLS = classes(
  'page-width',
  'tablet:absolute tablet:inset-x-0 tablet:bottom-8 tablet:max-desktop:pr-12 tablet:max-desktop:pl-14',
  'desktop:bottom-10',
);

/** The server renders every slide and shows the first; without JavaScript they scroll side by side. */
export function HeroSlider({ slides }: { slides: HeroSlide[] }) {
  const carousel = useCarousel({ count: slides.length, intervalMs: SLIDE_INTERVAL_MS });
  const { active, ready, playing, pauseHandlers, swipeHandlers } = carousel;
  if (slides.length === 0) return null;

  return (
    <section aria-roledescription="carousel" aria-label={homeMessages.hero} className="relative" {...pauseHandlers}>
      <div aria-live={playing ? 'off' : 'polite'} className={STAGE} {...swipeHandlers}>
        {slides.map((slide, index) => (
          <Slide
            key={`${slide.href} ${slide.title}`}
            slide={slide}
            first={index === 0}
            active={index === active}
            away={ready && index !== active}
            label={homeMessages.slideOf(index + 1, slides.length)}
          />
        ))}
      </div>
      {slides.length > 1 && (
        <div className={CONTROLS}>
          <CarouselControls carousel={carousel} count={slides.length} texts={TEXTS} />
        </div>
      )}
    </section>
  );
}

type SlideProps = { slide: HeroSlide; first: boolean; active: boolean; away: boolean; label: string };

function Slide({ slide, first, active, away, label }: SlideProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group, and <fieldset> is for forms.
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={label}
      inert={away}
      data-active={active}
      className={SLIDE}
    >
      <ResponsiveImage
        src={slide.image}
        alt={slide.alt}
        width={1920}
        height={1080}
        sizes="(min-width: 1280px) 76vw, (min-width: 768px) 100vw, 160vw"
        urgent={first}
        className={IMAGE}
      />
      <div className={PANEL}>
        {slide.eyebrow && <p className="eyebrow">{slide.eyebrow}</p>}
        <h2 className="mt-3 font-display text-display text-balance">{slide.title}</h2>
        {slide.text && <p className="mt-4 max-w-[40ch] text-ink-soft">{slide.text}</p>}
        <ButtonLink to={slide.href} className="mt-6 desktop:mt-8">
          {slide.cta}
        </ButtonLink>
      </div>
    </div>
  );
}
