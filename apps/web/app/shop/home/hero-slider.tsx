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
  'noscript:flex noscript:snap-x noscript:snap-mandatory noscript:overflow-x-auto',
);
/** The text beside the image; on phones below it. */
const SLIDE = classes(
  'invisible relative col-start-1 row-start-1 opacity-0 transition-[opacity,visibility] duration-500',
  'data-[active=true]:visible data-[active=true]:opacity-100',
  'tablet:flex tablet:min-h-[460px] desktop:min-h-[600px]',
  'noscript:visible noscript:w-full noscript:shrink-0 noscript:snap-start noscript:opacity-100',
);
/** The images have their subject on the right. 10:8 on phones, so that the button is on the first screen. */
const IMAGE = classes(
  'aspect-[10/8] w-full bg-blush object-cover object-[84%_50%]',
  'tablet:absolute tablet:inset-y-0 tablet:right-0 tablet:aspect-auto tablet:h-full tablet:w-[54%]',
  'desktop:w-[60%]',
);
/** Starts at the left edge of the page's content. */
const COLUMN = classes(
  'px-4 tablet:w-[46%] tablet:px-6',
  'desktop:w-[40%] desktop:pr-12 desktop:pl-[max(2.5rem,calc(50%-37.5rem))]',
);
const TEXT = classes(
  COLUMN,
  'min-w-0 pt-6 pb-1',
  'tablet:flex tablet:flex-col tablet:items-start tablet:justify-center tablet:pt-6 tablet:pb-22',
);
/** Below the text. */
const CONTROLS = classes(COLUMN, 'pb-2 tablet:absolute tablet:bottom-6 tablet:left-0 tablet:pb-0 desktop:bottom-10');

/** The server renders every slide and shows the first; without JavaScript they scroll side by side. */
export function HeroSlider({ slides }: { slides: HeroSlide[] }) {
  const carousel = useCarousel({ count: slides.length, intervalMs: SLIDE_INTERVAL_MS });
  const { active, ready, playing, pauseHandlers, swipeHandlers } = carousel;
  if (slides.length === 0) return null;

  return (
    <section
      aria-roledescription="carousel"
      aria-label={homeMessages.hero}
      className="relative bg-pearl"
      {...pauseHandlers}
    >
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
        sizes="(min-width: 1778px) 60vw, (min-width: 1280px) 1067px, (min-width: 768px) 818px, 142vw"
        urgent={first}
        className={IMAGE}
      />
      <div className={TEXT}>
        {slide.eyebrow && <p className="eyebrow">{slide.eyebrow}</p>}
        <h2 className="mt-2.5 font-display text-display text-balance">{slide.title}</h2>
        {slide.text && <p className="mt-3 max-w-[38ch] text-ink-soft leading-normal">{slide.text}</p>}
        <ButtonLink to={slide.href} className="mt-5 desktop:mt-7">
          {slide.cta}
        </ButtonLink>
      </div>
    </div>
  );
}
