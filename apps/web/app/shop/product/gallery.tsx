import { productMessages } from '@shop/contracts/catalog/product-messages';
import { mediaAt } from '@shop/contracts/common/media';
import { ChevronLeft, ChevronRight, ZoomIn } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { useImageTransition } from '#shop/catalog/use-image-transition.ts';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { IMAGE_SIZE } from './image-size.ts';
import { ZoomDialog } from './zoom-dialog.tsx';

type GalleryProps = { slug: string; name: string; images: string[]; imageAlts: string[] };

const SIZES = '(min-width: 1280px) 580px, (min-width: 768px) 48vw, 94vw';
const FRAME = 'aspect-4/5 w-full rounded-image bg-pearl object-contain';
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * A row of images with native scrolling: by touch, by wheel, and by the thumbnails, which are links into the row.
 * Nothing lies on an image. Without JavaScript an image links to its largest rendering.
 */
export function Gallery({ slug, name, images, imageAlts }: GalleryProps) {
  const row = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState(0);
  const [zoomed, setZoomed] = useState(false);
  const transition = useImageTransition(slug);
  const galleryImages = images.map((src, index) => ({ src, alt: imageAlts[index] ?? name }));
  const count = galleryImages.length;
  const hasMany = count > 1;
  const shown = galleryImages[active];
  if (!shown) return <ResponsiveImage {...IMAGE_SIZE} src={undefined} alt={name} sizes={SIZES} className={FRAME} />;

  const goTo = (index: number) => {
    const wrapped = (index + count) % count;
    const slide = row.current?.children[wrapped];
    // The focus moves to the shown image; otherwise it would stay out of view.
    if (row.current?.contains(document.activeElement)) slide?.querySelector('a')?.focus({ preventScroll: true });
    row.current?.scrollTo({ left: (row.current.scrollWidth / count) * wrapped });
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
    <section
      aria-label={productMessages.images}
      onKeyDown={step}
      className={classes(
        'grid grid-cols-1 content-start items-start gap-x-5 gap-y-1 tablet:max-desktop:gap-y-3',
        hasMany && 'desktop:grid-cols-[72px_minmax(0,1fr)] desktop:grid-rows-[auto_1fr]',
      )}
    >
      {hasMany && (
        <Thumbnails images={galleryImages} active={active} onClick={(index) => unlessNewTab(() => goTo(index))} />
      )}
      <ul
        ref={row}
        // A browser does not scroll to an image of which a part is in view.
        onFocus={({ target }) => target.closest('li')?.scrollIntoView({ block: 'nearest', inline: 'start' })}
        onScroll={({ currentTarget: { scrollLeft, scrollWidth } }) =>
          setActive(Math.min(Math.round((scrollLeft / scrollWidth) * count), count - 1))
        }
        className={classes(
          'flex snap-x snap-mandatory gap-1 overflow-x-auto scroll-smooth [scrollbar-width:none] max-tablet:-mx-4',
          transition,
        )}
      >
        {galleryImages.map(({ src, alt }, index) => (
          <li
            key={src}
            id={`picture-${index + 1}`}
            // On phones a part of the next image shows that there are more.
            className={classes('relative w-full shrink-0 snap-start', hasMany && 'max-tablet:w-[94%]')}
          >
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
      <div className={classes('flex min-h-11 items-center gap-2 noscript:invisible', hasMany && 'desktop:col-start-2')}>
        {hasMany && (
          <>
            <Position images={galleryImages} active={active} />
            <IconButton
              icon={ChevronLeft}
              label={productMessages.previousImage}
              onClick={() => goTo(active - 1)}
              className="-ml-2 max-tablet:hidden"
            />
            <IconButton
              icon={ChevronRight}
              label={productMessages.nextImage}
              onClick={() => goTo(active + 1)}
              className="max-tablet:hidden"
            />
          </>
        )}
        <Button look="quiet" onClick={() => setZoomed(true)} className="-mr-2 ml-auto">
          <ZoomIn aria-hidden className="size-5" strokeWidth={1.5} />
          {productMessages.zoom}
        </Button>
      </div>
      <ZoomDialog
        title={name}
        image={shown}
        position={productMessages.imageOf(active + 1, count)}
        open={zoomed}
        onClose={() => setZoomed(false)}
        onStep={hasMany ? (by) => goTo(active + by) : undefined}
      />
    </section>
  );
}

/** On phones: counter and dots. */
function Position({ images, active }: { images: { src: string }[]; active: number }) {
  return (
    <>
      <p className="w-16 text-small text-ink-muted tabular-nums tablet:hidden">
        <span className="sr-only">{productMessages.imageOf(active + 1, images.length)}</span>
        <span aria-hidden>
          {active + 1} / {images.length}
        </span>
      </p>
      <span aria-hidden className="mx-auto flex gap-1.5 tablet:hidden">
        {images.map(({ src }, index) => (
          <span
            key={src}
            className={classes('h-1.5 rounded-full', index === active ? 'w-[18px] bg-violet' : 'w-1.5 bg-line-strong')}
          />
        ))}
      </span>
    </>
  );
}

type ThumbnailsProps = {
  images: { src: string }[];
  active: number;
  onClick: (index: number) => (event: MouseEvent) => void;
};

/** Links into the row of images: beside it on desktops, below it on tablets. Phones swipe instead. */
function Thumbnails({ images, active, onClick }: ThumbnailsProps) {
  return (
    <ul className="flex flex-wrap gap-3 max-tablet:hidden tablet:max-desktop:order-last desktop:row-span-2 desktop:flex-col desktop:flex-nowrap">
      {images.map(({ src }, index) => (
        <li key={src}>
          <a
            href={`#picture-${index + 1}`}
            aria-label={productMessages.imageOf(index + 1, images.length)}
            aria-current={index === active || undefined}
            onClick={onClick(index)}
            className="block rounded-image border border-line aria-current:border-violet aria-current:ring-2 aria-current:ring-violet aria-current:ring-offset-2 aria-current:ring-offset-paper hover:border-line-strong"
          >
            <ResponsiveImage
              {...IMAGE_SIZE}
              src={src}
              alt=""
              sizes="72px"
              largest={320}
              className="aspect-4/5 w-[70px] object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
