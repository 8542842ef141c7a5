import { taxonomyFieldMessages as texts } from '@shop/contracts/catalog/taxonomy-messages';
import { useState } from 'react';
import { ImageUpload, type UploadState } from '#admin/kit/image-upload.tsx';
import { Checkbox } from '#ui/form/choice.tsx';
import { TextField } from '#ui/form/field.tsx';
import { Thumbnail } from '#ui/responsive-image.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';

type ImageFieldProps = UploadState & {
  /** The field of the new URL. */
  field: { name: string; defaultValue?: unknown; error?: string };
  removeName: string;
  current: string | null;
};

/** The current image, and a URL or an uploaded file to replace it. Uploads need JavaScript, the URL does not. */
export function ImageField({ field, removeName, current, uploading, onUploading }: ImageFieldProps) {
  const [url, setUrl] = useState(String(field.defaultValue ?? ''));
  const hydrated = useHydrated();

  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] items-start gap-4">
      <Thumbnail src={url || current} size={96} />
      <div className="grid gap-4">
        <TextField
          name={field.name}
          value={url}
          onChange={({ target }) => setUrl(target.value)}
          label={texts.imageUrl}
          hint={current ? texts.imageHint : texts.imageHintNew}
          error={field.error}
        />
        {hydrated && <ImageUpload uploading={uploading} onUploading={onUploading} onUploaded={setUrl} />}
        {current && <Checkbox name={removeName}>{texts.removeImage}</Checkbox>}
      </div>
    </div>
  );
}
