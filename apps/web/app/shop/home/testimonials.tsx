import type { Testimonial } from '@shop/contracts/content/home-schema';
import { SLIDE_INTERVAL_MS } from '@shop/contracts/home/constants';
import { homeMessages } from '@shop/contracts/home/messages';
import type { BlockTexts } from '#shop/catalog/section-heading.tsx';
import { CarouselControls } from '#ui/carousel/carousel-controls.tsx';
import { useCarousel } from '#ui/carousel/use-carousel.ts';
import { Stars } from '#ui/stars.tsx';

const TEXTS = {
  next: homeMessages.nextTestimonial,
  previous: homeMessages.previousTestimonial,
  pause: homeMessages.pauseTestimonials,
  play: homeMessages.playTestimonials,
  goTo: homeMessages.goToTestimonial,
};

type TestimonialsProps = { testimonials: Testimonial[]; texts: BlockTexts };

export function Testimonials({ testimonials, texts }: TestimonialsProps) {
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
              <CarouselControls carousel={carousel} count={testimonials.length} texts={TEXTS} centered />
            </div>
          )}
        </div>
      </div>
    </section>
  );
}
