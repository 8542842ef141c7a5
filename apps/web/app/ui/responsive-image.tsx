import { type MediaWidth, mediaSrcSet } from '@shop/contracts/common/media';
import { Gem } from 'lucide-react';
import { preload } from 'react-dom';
import { classes } from './classes.ts';

type ResponsiveImageProps = {
  src: string | null | undefined;
  alt: string;
  /** Intrinsic size: the browser reserves the space before the image loads. */
  width: number;
  height: number;
  /** The rendered width, as in the `sizes` attribute. */
  sizes: string;
  largest?: MediaWidth;
  /** For images above the fold: preloaded with high priority. All others load lazily, and after them. */
  urgent?: boolean;
  className?: string;
};

export function ResponsiveImage({ src, alt, width, height, sizes, largest, urgent, className }: ResponsiveImageProps) {
  if (!src) return <ImagePlaceholder alt={alt} className={className} />;

  const avif = mediaSrcSet(src, 'avif', largest);
  if (urgent && avif)
    preload(src, { as: 'image', type: 'image/avif', imageSrcSet: avif, imageSizes: sizes, fetchPriority: 'high' });

  return (
    <picture className="contents">
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} className="hidden" />}
      <img
        src={src}
        srcSet={mediaSrcSet(src, 'webp', largest)}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        loading={urgent ? 'eager' : 'lazy'}
        decoding={urgent ? 'sync' : 'async'}
        fetchPriority={urgent ? 'high' : 'low'}
        className={className}
      />
    </picture>
  );
}

function ImagePlaceholder({ alt, className }: { alt: string; className?: string }) {
  return (
    <span className={classes('grid place-items-center bg-blush text-mauve', className)}>
      {alt && <span className="sr-only">{alt}</span>}
      <Gem aria-hidden className="size-1/3 max-h-16 max-w-16" strokeWidth={0.75} />
    </span>
  );
}

/** By side length in CSS pixels. The largest rendering is for screens with three device pixels per CSS pixel. */
const THUMBNAILS = {
  32: { look: 'size-8', largest: 160 },
  36: { look: 'size-9', largest: 160 },
  48: { look: 'size-12', largest: 160 },
  56: { look: 'size-14', largest: 320 },
  64: { look: 'size-16', largest: 320 },
  72: { look: 'size-18', largest: 320 },
  96: { look: 'size-24', largest: 320 },
} as const;

type ThumbnailProps = {
  src: string | null | undefined;
  /** Empty where the name is beside it. */
  alt?: string;
  size: keyof typeof THUMBNAILS;
  className?: string;
};

/** A small square image. */
export function Thumbnail({ src, alt = '', size, className }: ThumbnailProps) {
  const { look, largest } = THUMBNAILS[size];
  return (
    <ResponsiveImage
      src={src}
      alt={alt}
      width={size}
      height={size}
      sizes={`${size}px`}
      largest={largest}
      className={classes(look, 'shrink-0 rounded-image object-cover', className)}
    />
  );
}
