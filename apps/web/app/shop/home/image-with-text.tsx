import type { HomeBlock } from '@shop/contracts/content/home-schema';
import { ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { ResponsiveImage } from '#ui/responsive-image.tsx';

export function ImageWithText({ block }: { block: HomeBlock }) {
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
