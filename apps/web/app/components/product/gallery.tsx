import { mediaAt } from '@shop/contracts/media';
import { productMessages } from '@shop/contracts/product-texts';
import { ChevronLeft, ChevronRight, ZoomIn } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { useViewTransitionState } from 'react-router';
import { classes } from '#components/ui/classes.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Picture } from '#components/ui/picture.tsx';
import { PICTURE } from './layout.ts';
import { ZoomDialog } from './zoom-dialog.tsx';

type GalleryProps = { slug: string; name: string; images: string[]; imageAlts: string[] };

const SIZES = '(min-width: 1280px) 680px, (min-width: 768px) 48vw, 100vw';
const FRAME = 'aspect-square w-full rounded-image bg-pearl object-cover object-[50%_30%]';
const ARROW = 'absolute top-1/2 -translate-y-1/2 noscript:hidden';
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * The pictures lie side by side and are scrolled by the browser itself: by finger, by wheel, and by the thumbnails,
 * which are links into the row. Without JavaScript a picture leads to its largest rendering.
 */
export function Gallery({ slug, name, images, imageAlts }: GalleryProps) {
  const row = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState(0);
  const [zoomed, setZoomed] = useState(false);
  // The picture of the card that led here is this one: the browser moves it.
  const travels = useViewTransitionState(`/product/${slug}`);
  const pictures = images.map((src, index) => ({ src, alt: imageAlts[index] ?? name }));
  const shown = pictures[active];
  if (!shown) return <Picture {...PICTURE} src={undefined} alt={name} sizes={SIZES} className={FRAME} />;

  const goTo = (index: number) => {
    const wrapped = (index + pictures.length) % pictures.length;
    const slide = row.current?.children[wrapped];
    // The focus follows the picture it was on, or it would stay where nobody sees it.
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
    <section aria-label={productMessages.pictures} onKeyDown={step}>
      <div className={classes('relative', travels && '[view-transition-name:product-picture]')}>
        <ul
          ref={row}
          onScroll={({ currentTarget }) => setActive(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))}
          className="flex snap-x snap-mandatory overflow-x-auto scroll-smooth [scrollbar-width:none]"
        >
          {pictures.map(({ src, alt }, index) => (
            <li key={src} id={`picture-${index + 1}`} className="relative w-full shrink-0 snap-start">
              <a
                href={mediaAt(src, 1920)}
                onClick={unlessNewTab(() => setZoomed(true))}
                className="block cursor-zoom-in focus-visible:-outline-offset-2"
              >
                <span className="sr-only">{productMessages.enlarge} </span>
                <Picture {...PICTURE} src={src} alt={alt} sizes={SIZES} urgent={index === 0} className={FRAME} />
              </a>
            </li>
          ))}
        </ul>
        <ZoomIn
          aria-hidden
          className="pointer-events-none absolute right-4 bottom-4 size-6 text-ink"
          strokeWidth={1.5}
        />
        {pictures.length > 1 && (
          <>
            <IconButton
              round="large"
              icon={ChevronLeft}
              label={productMessages.previousPicture}
              onClick={() => goTo(active - 1)}
              className={`${ARROW} left-3`}
            />
            <IconButton
              round="large"
              icon={ChevronRight}
              label={productMessages.nextPicture}
              onClick={() => goTo(active + 1)}
              className={`${ARROW} right-3`}
            />
          </>
        )}
      </div>
      {pictures.length > 1 && (
        <ul className="mt-3 flex flex-wrap gap-3">
          {pictures.map(({ src }, index) => (
            <li key={src}>
              <a
                href={`#picture-${index + 1}`}
                aria-label={productMessages.pictureOf(index + 1, pictures.length)}
                aria-current={index === active || undefined}
                onClick={unlessNewTab(() => goTo(index))}
                className="block rounded-image border border-line p-0.5 aria-current:border-violet aria-current:ring-1 aria-current:ring-violet hover:border-line-strong"
              >
                <Picture
                  {...PICTURE}
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
        picture={shown}
        position={productMessages.pictureOf(active + 1, pictures.length)}
        open={zoomed}
        onClose={() => setZoomed(false)}
        onStep={pictures.length > 1 ? (by) => goTo(active + by) : undefined}
      />
    </section>
  );
}
