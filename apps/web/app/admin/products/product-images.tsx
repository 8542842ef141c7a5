import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { IMAGE_TYPES, IMAGES_MAX } from '@shop/contracts/catalog/admin-schema';
import { productFormMessages } from '@shop/contracts/catalog/product-form-messages';
import type { DragEvent } from 'react';
import { Panel } from '#admin/kit/admin-page.tsx';
import { Button } from '#ui/button.tsx';
import { useDragOrder } from '#ui/carousel/use-drag-order.ts';
import { classes } from '#ui/classes.ts';
import { Field, FieldError } from '#ui/form/field.tsx';
import { ImageTile } from './image-tile.tsx';
import { lineIntent } from './line-intent.ts';
import { useImageList } from './use-image-list.ts';
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
