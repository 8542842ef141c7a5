import { IMAGE_TYPES } from '@shop/contracts/catalog/admin-schema';
import { imageUploadMessages as texts } from '@shop/contracts/media/admin-messages';
import { useState } from 'react';
import { Field } from '#ui/form/field.tsx';
import { uploadImage } from './upload-image.ts';

/** The state of an upload belongs to the form, which must not be sent while one runs. */
export type UploadState = { uploading: boolean; onUploading: (uploading: boolean) => void };

type ImageUploadProps = UploadState & { label?: string; onUploaded: (url: string) => void };

/** Uploads a file as soon as it is chosen. */
export function ImageUpload({ label = texts.label, uploading, onUploading, onUploaded }: ImageUploadProps) {
  const [failed, setFailed] = useState('');

  async function upload(file: File | undefined) {
    if (!file) return;
    onUploading(true);
    setFailed('');
    const uploaded = await uploadImage(file);
    onUploading(false);
    if ('failed' in uploaded) setFailed(uploaded.failed);
    else onUploaded(uploaded.url);
  }

  return (
    <Field label={label} hint={uploading ? texts.uploading : texts.hint} error={failed}>
      {(control) => (
        <input
          {...control}
          type="file"
          accept={IMAGE_TYPES.join(',')}
          disabled={uploading}
          onChange={({ target }) => upload(target.files?.[0]).then(() => (target.value = ''))}
          className="block w-full text-small"
        />
      )}
    </Field>
  );
}
