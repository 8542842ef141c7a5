import { IMAGE_TYPES } from '@shop/contracts/media/constants';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import { useState } from 'react';
import { Field } from '#ui/form/field.tsx';
import { PHOTO_FILES, photosProblem } from './photo-files.ts';

/** Files are checked when they are chosen, and again by the action. */
export function PhotoField({ error }: { error: string | undefined }) {
  const [problem, setProblem] = useState<string>();
  return (
    <Field label={reviewMessages.photos} hint={reviewMessages.photosHint} error={problem ?? error}>
      {({ className: _look, ...control }) => (
        <input
          {...control}
          type="file"
          name={PHOTO_FILES}
          multiple
          accept={IMAGE_TYPES.join()}
          onChange={({ currentTarget }) => {
            const found = photosProblem([...(currentTarget.files ?? [])]);
            setProblem(found);
            if (found) currentTarget.value = '';
          }}
          className="block min-h-11 w-full text-small file:mr-4 file:min-h-11 file:rounded-control file:border file:border-line-strong file:bg-paper file:px-4 file:font-semibold"
        />
      )}
    </Field>
  );
}
