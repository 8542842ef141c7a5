import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { IMAGE_TYPES, IMAGES_MAX } from '@shop/contracts/catalog/admin-schema';
import { productFormMessages } from '@shop/contracts/catalog/product-form-messages';
import { ArrowDown, ArrowUp, ChevronDown, GripVertical, X } from 'lucide-react';
import { type ComponentProps, type DragEvent, useState } from 'react';
import { Panel } from '#admin/kit/admin-page.tsx';
import { uploadImage } from '#admin/kit/upload-image.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { useDragOrder } from '#ui/carousel/use-drag-order.ts';
import { classes } from '#ui/classes.ts';
import { Field, FieldError, TextField } from '#ui/form/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { lineIntent, moved } from './line-intent.ts';
import { emptyImage } from './product-draft.ts';
import type { ProductFormState } from './use-product-form.ts';

const LOOKS = {
  still: '',
  dragged: 'opacity-50',
  before: 'before:absolute before:inset-y-0 before:-left-2 before:border-violet before:border-l-2',
  after: 'after:absolute after:inset-y-0 after:-right-2 after:border-violet after:border-l-2',
};

/** Images in the order of the storefront. A file is uploaded when it is chosen or dropped; its URL is saved. */
export function Images({ form }: { form: ProductFormState }) {
  const list = useImageList(form);
  const { images, uploading, failed, announcement, move, add, upload } = list;
  const { list: items, handle, lookOf } = useDragOrder(move);
  const used = images.filter(({ url }) => url.trim()).length;

  function drop(event: DragEvent) {
    event.preventDefault();
    if (!uploading && event.dataTransfer.files.length > 0) void upload([...event.dataTransfer.files]);
  }

  return (
    <Panel title={messages.images}>
      <p className="-mt-3 mb-4 text-ink-muted text-small">{productFormMessages.imagesUsed(used, IMAGES_MAX)}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the field inside does the same. */}
      <div
        // An image of the page itself is not a file to upload.
        onDragStart={(event) => event.preventDefault()}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        <ol ref={items} className="grid grid-cols-2 gap-4 tablet:grid-cols-4">
          {images.map((image, place) => (
            <li
              key={image.key}
              className={classes(
                'relative grid min-w-0 grid-cols-1 content-start gap-2',
                place === 0 && 'col-span-2 row-span-2',
                LOOKS[lookOf(place) ?? 'still'],
              )}
            >
              <ImageTile image={image} place={place} list={list} errors={form.errors} handle={handle(place)} />
            </li>
          ))}
        </ol>
        <p role="status" className="sr-only">
          {announcement}
        </p>
        {form.errors.images && <FieldError>{form.errors.images}</FieldError>}
        <div className="mt-6 flex flex-wrap items-start gap-6">
          {images.length < IMAGES_MAX && (
            <Button {...lineIntent('add-image', add)} look="secondary">
              {messages.addImage}
            </Button>
          )}
          <div className="min-w-60 flex-1 rounded-card border border-line-strong border-dashed p-4">
            <Field label={messages.upload} hint={uploading ? messages.uploading : messages.uploadHint} error={failed}>
              {(control) => (
                <input
                  {...control}
                  type="file"
                  multiple
                  accept={IMAGE_TYPES.join(',')}
                  disabled={uploading}
                  onChange={({ target }) => upload([...(target.files ?? [])]).then(() => (target.value = ''))}
                  className="block w-full text-small"
                />
              )}
            </Field>
          </div>
        </div>
      </div>
    </Panel>
  );
}

type ImageTileProps = {
  image: { url: string; alt: string };
  place: number;
  list: ReturnType<typeof useImageList>;
  errors: ProductFormState['errors'];
  /** Of the drag handle. */
  handle: ComponentProps<'span'>;
};

/** An image with what belongs to it. The first one is the main image, as the product page crops it. */
function ImageTile({ image: { url, alt }, place, list, errors, handle }: ImageTileProps) {
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

/** The images of the form: what changes them, and what is announced about it. */
function useImageList({ typed: { images }, edit, editLatest, editLine }: ProductFormState) {
  const [uploading, setUploading] = useState(false);
  const [failed, setFailed] = useState('');
  const [announcement, setAnnouncement] = useState('');

  const change = (place: number, patch: Partial<(typeof images)[number]>) =>
    editLine(
      { images: images.map((image, index) => (index === place ? { ...image, ...patch } : image)) },
      'url' in patch ? `images.${place}` : `imageAlts.${place}`,
    );
  function move(place: number, to: number) {
    if (to < 0 || to >= images.length) return;
    edit({ images: moved(images, place, to) }, 'imageAlts');
    setAnnouncement(messages.imageMoved(to + 1, images.length));
  }
  const remove = (place: number) => edit({ images: images.toSpliced(place, 1) }, 'imageAlts');
  const add = () => edit({ images: [...images, emptyImage()] });

  async function upload(files: Iterable<File>) {
    setUploading(true);
    setFailed('');
    const added: ReturnType<typeof emptyImage>[] = [];
    for (const file of files) {
      const uploaded = await uploadImage(file);
      if ('failed' in uploaded) setFailed(uploaded.failed);
      else added.push(emptyImage(uploaded.url));
    }
    setUploading(false);
    if (added.length === 0) return;
    // Uploaded images replace empty rows.
    editLatest('images', (now) => ({
      images: [...now.images.filter(({ url }) => url), ...added].slice(0, IMAGES_MAX),
    }));
  }

  return { images, uploading, failed, announcement, change, move, remove, add, upload };
}
