import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { IMAGE_TYPES, IMAGES_MAX } from '@shop/contracts/catalog/admin-schema';
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { Panel } from '#features/admin/shared/admin-page.tsx';
import { uploadImage } from '#features/admin/shared/upload-image.ts';
import { Button } from '#ui/button.tsx';
import { useDragOrder } from '#ui/carousel/use-drag-order.ts';
import { classes } from '#ui/classes.ts';
import { Field, FieldError, TextField } from '#ui/form/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Thumbnail } from '#ui/responsive-image.tsx';
import { emptyImage } from './product-draft.ts';
import type { ProductFormState } from './use-product-form.ts';

const LOOKS = {
  still: '',
  dragged: 'opacity-50',
  before: 'before:absolute before:inset-x-0 before:-top-3 before:border-violet before:border-t-2',
  after: 'after:absolute after:inset-x-0 after:-bottom-3 after:border-violet after:border-t-2',
};

/** Image URLs in the order of the storefront; uploading a file adds its URL. */
export function Images({ form: { typed, errors, edit, editLine } }: { form: ProductFormState }) {
  const { images } = typed;
  const [uploading, setUploading] = useState(false);
  const [failed, setFailed] = useState('');

  const change = (place: number, patch: Partial<(typeof images)[number]>) =>
    editLine(
      { images: images.map((image, index) => (index === place ? { ...image, ...patch } : image)) },
      `images.${place}`,
    );
  const [announcement, setAnnouncement] = useState('');
  function move(place: number, to: number) {
    const moved = images[place];
    if (!moved || to < 0 || to >= images.length) return;
    edit({ images: images.toSpliced(place, 1).toSpliced(to, 0, moved) });
    setAnnouncement(messages.imageMoved(to + 1, images.length));
  }
  const { list, handle, lookOf } = useDragOrder(move);

  async function upload(files: Iterable<File>) {
    setUploading(true);
    setFailed('');
    const added = [];
    for (const file of files) {
      const uploaded = await uploadImage(file);
      if ('failed' in uploaded) setFailed(uploaded.failed);
      else added.push(emptyImage(uploaded.url));
    }
    setUploading(false);
    // Uploaded images replace empty rows.
    if (added.length > 0) edit({ images: [...images.filter(({ url }) => url), ...added].slice(0, IMAGES_MAX) });
  }
  function drop(event: DragEvent) {
    event.preventDefault();
    void upload(event.dataTransfer.files);
  }

  return (
    <Panel title={messages.images}>
      <ol ref={list} className="grid gap-6">
        {images.map(({ key, url, alt }, place) => (
          <li
            key={key}
            className={classes('relative grid grid-cols-[4rem_minmax(0,1fr)] gap-4', LOOKS[lookOf(place) ?? 'still'])}
          >
            <div>
              <Thumbnail src={url} size={64} />
              {images.length > 1 && (
                <span
                  {...handle(place)}
                  title={messages.dragImage}
                  className="grid h-11 cursor-grab touch-none place-items-center text-ink-muted hover:text-violet active:cursor-grabbing"
                >
                  <GripVertical aria-hidden className="size-[22px]" strokeWidth={1.5} />
                </span>
              )}
            </div>
            <div className="grid gap-4 tablet:grid-cols-2">
              <TextField
                label={messages.imageUrl(place + 1)}
                value={url}
                error={errors[`images.${place}`]}
                onChange={({ target }) => change(place, { url: target.value })}
              />
              <TextField
                label={messages.imageAlt(place + 1)}
                hint={messages.imageAltHint}
                value={alt}
                error={errors[`imageAlts.${place}`]}
                onChange={({ target }) => change(place, { alt: target.value })}
              />
              <div className="col-span-full -mt-2 flex gap-1">
                <IconButton
                  icon={ArrowUp}
                  label={messages.moveUp(place + 1)}
                  aria-disabled={place === 0}
                  onClick={() => move(place, place - 1)}
                  className="aria-disabled:opacity-40"
                />
                <IconButton
                  icon={ArrowDown}
                  label={messages.moveDown(place + 1)}
                  aria-disabled={place === images.length - 1}
                  onClick={() => move(place, place + 1)}
                  className="aria-disabled:opacity-40"
                />
                {images.length > 1 && (
                  <IconButton
                    icon={X}
                    label={messages.removeImage(place + 1)}
                    onClick={() => edit({ images: images.toSpliced(place, 1) })}
                  />
                )}
              </div>
            </div>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {errors.images && <FieldError>{errors.images}</FieldError>}
      <div className="mt-6 flex flex-wrap items-start gap-6">
        {images.length < IMAGES_MAX && (
          <Button look="secondary" onClick={() => edit({ images: [...images, emptyImage()] })}>
            {messages.addImage}
          </Button>
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the field inside does the same. */}
        <div
          onDragOver={(event) => event.preventDefault()}
          onDrop={drop}
          className="min-w-60 flex-1 rounded-card border border-line-strong border-dashed p-4"
        >
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
    </Panel>
  );
}
