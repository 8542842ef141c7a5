import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { IMAGES_MAX } from '@shop/contracts/catalog/admin-schema';
import { useState } from 'react';
import { uploadImage } from '#admin/kit/upload-image.ts';
import { moved } from './line-intent.ts';
import { emptyImage } from './product-draft.ts';
import type { ProductFormState } from './use-product-form.ts';

/** The images of the form: what changes them, and what is announced about it. */
export function useImageList({ typed: { images }, edit, editLatest, editLine }: ProductFormState) {
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
