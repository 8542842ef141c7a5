import { adminCollectionMessages as texts } from '@shop/contracts/catalog/collection-admin-messages';
import { ImageUpload, type UploadState } from '#admin/kit/image-upload.tsx';
import { TextField } from '#ui/form/field.tsx';
import { Thumbnail } from '#ui/responsive-image.tsx';
import type { CollectionFormValues } from './collection-values.ts';

type CollectionImageProps = UploadState & {
  values: CollectionFormValues;
  errors: Record<string, string>;
  onChange: (patch: Partial<CollectionFormValues>) => void;
};

/** The URL of the image; uploading a file fills it. */
export function CollectionImage({ values, errors, onChange, uploading, onUploading }: CollectionImageProps) {
  const { image, imageAlt } = values;

  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-4">
      <Thumbnail src={image} size={96} />
      <div className="grid gap-4">
        <TextField
          name="image"
          label={texts.image}
          value={image}
          error={errors.image}
          onChange={({ target }) => onChange({ image: target.value })}
        />
        <ImageUpload uploading={uploading} onUploading={onUploading} onUploaded={(url) => onChange({ image: url })} />
        <TextField
          name="imageAlt"
          label={texts.imageAlt}
          value={imageAlt}
          error={errors.imageAlt}
          onChange={({ target }) => onChange({ imageAlt: target.value })}
        />
      </div>
    </div>
  );
}
