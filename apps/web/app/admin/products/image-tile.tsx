import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { productFormMessages } from '@shop/contracts/catalog/product-form-messages';
import { ArrowDown, ArrowUp, ChevronDown, GripVertical, X } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { classes } from '#ui/classes.ts';
import { TextField } from '#ui/form/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { lineIntent } from './line-intent.ts';
import type { useImageList } from './use-image-list.ts';
import type { ProductFormState } from './use-product-form.ts';

type ImageTileProps = {
  image: { url: string; alt: string };
  place: number;
  list: ReturnType<typeof useImageList>;
  errors: ProductFormState['errors'];
  /** Of the drag handle. */
  handle: ComponentProps<'span'>;
};

/** An image with what belongs to it. The first one is the main image, as the product page crops it. */
export function ImageTile({ image: { url, alt }, place, list, errors, handle }: ImageTileProps) {
  const { images, change, move, remove } = list;
  const isMain = place === 0;
  const isMovable = images.length > 1;
  return (
    <>
      <div className="relative">
        <ResponsiveImage
          src={url}
          alt=""
          width={400}
          height={isMain ? 500 : 400}
          sizes={isMain ? '(min-width: 48rem) 22rem, 100vw' : '(min-width: 48rem) 11rem, 50vw'}
          largest={960}
          className={classes('w-full rounded-image bg-pearl object-cover', isMain ? 'aspect-[4/5]' : 'aspect-square')}
        />
        <span className="absolute inset-x-2 bottom-2 flex flex-wrap gap-1">
          {isMain && <Badge tone="blush">{productFormMessages.mainImage}</Badge>}
          {url.trim() && !alt.trim() && <Badge tone="pending">{productFormMessages.addAlt}</Badge>}
        </span>
        {isMovable && (
          <span
            {...handle}
            title={messages.dragImage}
            className="absolute top-2 left-2 grid size-11 cursor-grab touch-none place-items-center rounded-control bg-paper text-ink-muted hover:text-violet active:cursor-grabbing"
          >
            <GripVertical aria-hidden className="size-[22px]" strokeWidth={1.5} />
          </span>
        )}
      </div>
      <div className="flex flex-wrap">
        {isMovable && (
          <>
            <IconButton
              {...lineIntent(`image-up.${place}`, () => move(place, place - 1))}
              icon={ArrowUp}
              label={messages.moveUp(place + 1)}
              aria-disabled={isMain}
              className="aria-disabled:opacity-40"
            />
            <IconButton
              {...lineIntent(`image-down.${place}`, () => move(place, place + 1))}
              icon={ArrowDown}
              label={messages.moveDown(place + 1)}
              aria-disabled={place === images.length - 1}
              className="aria-disabled:opacity-40"
            />
            <IconButton
              {...lineIntent(`remove-image.${place}`, () => remove(place))}
              icon={X}
              label={messages.removeImage(place + 1)}
            />
          </>
        )}
      </div>
      <TextField
        name="images.alt"
        label={messages.imageAlt(place + 1)}
        hint={isMain ? messages.imageAltHint : undefined}
        value={alt}
        error={errors[`imageAlts.${place}`]}
        onChange={({ target }) => change(place, { alt: target.value })}
      />
      <ImageUrl
        place={place}
        url={url}
        error={errors[`images.${place}`]}
        onChange={(changed) => change(place, { url: changed })}
      />
    </>
  );
}

type ImageUrlProps = { place: number; url: string; error?: string; onChange: (url: string) => void };

/** Folded, unless it is still to be entered or corrected: an upload has its URL. */
function ImageUrl({ place, url, error, onChange }: ImageUrlProps) {
  const [isOpen, setIsOpen] = useState(url === '');
  return (
    <details
      open={isOpen || error !== undefined}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="min-w-0"
    >
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1 text-ink-soft text-small underline-offset-4 hover:underline">
        <ChevronDown
          aria-hidden
          className="size-4 transition-transform [[open]>summary>&]:rotate-180"
          strokeWidth={1.5}
        />
        {productFormMessages.imageUrl}
      </summary>
      <TextField
        name="images.url"
        label={messages.imageUrl(place + 1)}
        value={url}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
    </details>
  );
}
