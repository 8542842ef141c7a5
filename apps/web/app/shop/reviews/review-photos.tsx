import { productMessages } from '@shop/contracts/catalog/product-messages';
import { mediaAt } from '@shop/contracts/common/media';
import type { ReviewPhoto } from '@shop/contracts/reviews/schema';
import { lazy, type MouseEvent, Suspense, useState } from 'react';
import { classes } from '#ui/classes.ts';
import { ResponsiveImage } from '#ui/responsive-image.tsx';

/** Lazy: few visitors open a photo. */
const PhotoDialog = lazy(async () => ({
  default: (await import('#shop/product/zoom-dialog.tsx')).ZoomDialog,
}));

type ReviewPhotosProps = {
  photos: ReviewPhoto[];
  title: string;
  /** The name of the link to a photo, by its position from 1. */
  labelOf: (position: number) => string;
  className?: string;
};

/** Square thumbnails. Each opens the photo in a dialog, without JavaScript as an image. */
export function ReviewPhotos({ photos, title, labelOf, className }: ReviewPhotosProps) {
  const [open, setOpen] = useState<number>();
  if (photos.length === 0) return null;

  const show = (index: number) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(index);
  };
  const shown = open === undefined ? undefined : photos[open];
  const step = (by: 1 | -1) => setOpen((index = 0) => (index + by + photos.length) % photos.length);
  return (
    <div className={classes('flex flex-wrap gap-2', className)}>
      {photos.map(({ id, url, width, height }, index) => (
        <a
          key={id}
          href={mediaAt(url, 1920)}
          aria-label={labelOf(index + 1)}
          onClick={show(index)}
          className="block size-20 overflow-hidden rounded-image"
        >
          <ResponsiveImage
            src={url}
            alt=""
            width={width}
            height={height}
            sizes="80px"
            largest={320}
            className="size-full object-cover"
          />
        </a>
      ))}
      {shown && (
        <Suspense>
          <PhotoDialog
            title={title}
            open
            onClose={() => setOpen(undefined)}
            image={{ src: shown.url, alt: labelOf((open ?? 0) + 1) }}
            position={productMessages.imageOf((open ?? 0) + 1, photos.length)}
            onStep={photos.length > 1 ? step : undefined}
          />
        </Suspense>
      )}
    </div>
  );
}
