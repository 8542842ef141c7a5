import { productMessages } from '@shop/contracts/catalog/product-messages';
import { mediaAt } from '@shop/contracts/common/media';
import { ChevronLeft, ChevronRight, ZoomIn } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { useImageTransition } from '#features/catalog/card/use-image-transition.ts';
import { classes } from '#ui/classes.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { IMAGE_SIZE } from './image-size.ts';
import { ZoomDialog } from './zoom-dialog.tsx';

type GalleryProps = { slug: string; name: string; images: string[]; imageAlts: string[] };

const SIZES = '(min-width: 1280px) 680px, (min-width: 768px) 48vw, 100vw';
const FRAME = 'aspect-square w-full rounded-image bg-pearl object-cover object-[50%_30%]';
const ARROW = 'absolute top-1/2 -translate-y-1/2 noscript:hidden';
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * A row of images with native scrolling: by touch, by wheel, and by the thumbnails, which are links into the row.
 * Without JavaScript an image links to its largest rendering.
 */
export function Gallery({ slug, name, images, imageAlts }: GalleryProps) {
  const row = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState(0);
  const [zoomed, setZoomed] = useState(false);
  const transition = useImageTransition(slug);
  const galleryImages = images.map((src, index) => ({ src, alt: imageAlts[index] ?? name }));
  const shown = galleryImages[active];
  if (!shown) return <ResponsiveImage {...IMAGE_SIZE} src={undefined} alt={name} sizes={SIZES} className={FRAME} />;

  const goTo = (index: number) => {
    const wrapped = (index + galleryImages.length) % galleryImages.length;
    const slide = row.current?.children[wrapped];
    // The focus moves to the shown image; otherwise it would stay out of view.
    if (row.current?.contains(document.activeElement)) slide?.querySelector('a')?.focus({ preventScroll: true });
    row.current?.scrollTo({ left: row.current.clientWidth * wrapped });
  };
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (!by || zoomed) return;
    event.preventDefault();
    goTo(active + by);
  };
  const unlessNewTab = (act: () => void) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    act();
  };

  return (
    <section aria-label={productMessages.images} onKeyDown={step}>
      <div className={classes('relative', transition)}>
        <ul
          ref={row}
          onScroll={({ currentTarget }) => setActive(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))}
          className="flex snap-x snap-mandatory overflow-x-auto scroll-smooth [scrollbar-width:none]"
        >
          {galleryImages.map(({ src, alt }, index) => (
            <li key={src} id={`picture-${index + 1}`} className="relative w-full shrink-0 snap-start">
              <a
                href={mediaAt(src, 1920)}
                onClick={unlessNewTab(() => setZoomed(true))}
                className="block cursor-zoom-in focus-visible:-outline-offset-2"
              >
                <span className="sr-only">{productMessages.enlarge} </span>
                <ResponsiveImage
                  {...IMAGE_SIZE}
                  src={src}
                  alt={alt}
                  sizes={SIZES}
                  urgent={index === 0}
                  className={FRAME}
                />
              </a>
            </li>
          ))}
        </ul>
        <ZoomIn
          aria-hidden
          className="pointer-events-none absolute right-4 bottom-4 size-6 text-ink"
          strokeWidth={1.5}
        />
        {galleryImages.length > 1 && (
          <>
            <IconButton
              round="large"
              icon={ChevronLeft}
              label={productMessages.previousImage}
              onClick={() => goTo(active - 1)}
              className={`${ARROW} left-3`}
            />
            <IconButton
              round="large"
              icon={ChevronRight}
              label={productMessages.nextImage}
              onClick={() => goTo(active + 1)}
              className={`${ARROW} right-3`}
            />
          </>
        )}
      </div>
      {galleryImages.length > 1 && (
        <ul className="mt-3 flex flex-wrap gap-3">
          {galleryImages.map(({ src }, index) => (
            <li key={src}>
              <a
                href={`#picture-${index + 1}`}
                aria-label={productMessages.imageOf(index + 1, galleryImages.length)}
                aria-current={index === active || undefined}
                onClick={unlessNewTab(() => goTo(index))}
                className="block rounded-image border border-line p-0.5 aria-current:border-violet aria-current:ring-1 aria-current:ring-violet hover:border-line-strong"
              >
                <ResponsiveImage
                  {...IMAGE_SIZE}
                  src={src}
                  alt=""
                  sizes="72px"
                  largest={320}
                  className="size-[66px] object-cover object-[50%_30%]"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      <ZoomDialog
        title={name}
        image={shown}
        position={productMessages.imageOf(active + 1, galleryImages.length)}
        open={zoomed}
        onClose={() => setZoomed(false)}
        onStep={galleryImages.length > 1 ? (by) => goTo(active + by) : undefined}
      />
    </section>
  );
}
