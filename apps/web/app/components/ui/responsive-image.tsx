import { type MediaWidth, mediaSrcSet } from '@shop/contracts/media';
import { Gem } from 'lucide-react';
import { preload } from 'react-dom';
import { classes } from './classes.ts';

type ResponsiveImageProps = {
  src: string | null | undefined;
  alt: string;
  /** The picture's own proportions: the browser keeps the place free before it arrives. */
  width: number;
  height: number;
  /** How wide it is drawn, as the `sizes` attribute says it. */
  sizes: string;
  largest?: MediaWidth;
  /** For the one picture a visitor waits for. All others load when they come near. */
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
        fetchPriority={urgent ? 'high' : undefined}
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
