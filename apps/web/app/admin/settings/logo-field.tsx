import { storeSettingsMessages as texts } from '@shop/contracts/settings/admin-messages';
import { useState } from 'react';
import { ImageUpload, type UploadState } from '#admin/kit/image-upload.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { Thumbnail } from '#ui/responsive-image.tsx';

type LogoFieldProps = UploadState & {
  name: string;
  defaultUrl: string;
  error: string | undefined;
  readOnly: boolean;
};

/** The URL of the logo; uploading a file enters it. */
export function LogoField({ name, defaultUrl, error, readOnly, uploading, onUploading }: LogoFieldProps) {
  const [url, setUrl] = useState(defaultUrl);

  return (
    <div className="grid gap-4 tablet:col-span-2">
      <div className="grid grid-cols-[4rem_minmax(0,1fr)] gap-4">
        <Thumbnail src={url} size={64} />
        <TextField
          name={name}
          label={texts.logo}
          hint={texts.logoHint}
          value={url}
          error={error}
          readOnly={readOnly}
          onChange={({ target }) => setUrl(target.value)}
        />
      </div>
      {!readOnly && (
        <div className="flex flex-wrap items-end gap-4">
          <ImageUpload label={texts.uploadLogo} uploading={uploading} onUploading={onUploading} onUploaded={setUrl} />
          {url && (
            <Button look="quiet" onClick={() => setUrl('')}>
              {texts.removeLogo}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
