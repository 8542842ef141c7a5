import { onlineStoreMessages as texts } from '@shop/contracts/content/online-store-messages';
import { useState } from 'react';
import { ImageUpload, type UploadState } from '#admin/kit/image-upload.tsx';
import type { fieldOf } from '#lib/forms/contract-form.ts';
import { TextField } from '#ui/form/field.tsx';
import { Thumbnail } from '#ui/responsive-image.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';

type ImageFieldProps = UploadState & { field: ReturnType<typeof fieldOf> };

/** The URL of an image; with JavaScript also an upload, which fills it in. */
export function ImageField({ field: { defaultValue, ...field }, uploading, onUploading }: ImageFieldProps) {
  const [url, setUrl] = useState(String(defaultValue ?? ''));
  const hydrated = useHydrated();

  return (
    <div className="col-span-full grid gap-4 tablet:grid-cols-[6rem_minmax(0,1fr)_minmax(0,1fr)]">
      <Thumbnail src={url} size={96} />
      <TextField
        {...field}
        label={texts.image}
        hint={texts.imageHint}
        value={url}
        onChange={({ target }) => setUrl(target.value)}
      />
      {hydrated && <ImageUpload uploading={uploading} onUploading={onUploading} onUploaded={setUrl} />}
    </div>
  );
}
