import { getFormProps } from '@conform-to/react';
import { IMAGE_TYPES } from '@shop/contracts/media/constants';
import { FITS } from '@shop/contracts/reviews/constants';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import { ReviewForm as ReviewFields } from '@shop/contracts/reviews/schema';
import { Star } from 'lucide-react';
import { useId, useState } from 'react';
import { useFetcher } from 'react-router';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { Radio } from '#ui/form/choice.tsx';
import { Field, FieldError, SelectField, TextAreaField } from '#ui/form/field.tsx';
import { OwnReviewText } from './own-review-text.tsx';
import { PHOTO_FILES, photosProblem } from './photo-files.ts';
import type { ReviewResult } from './review-result.ts';

type ReviewFormProps = {
  slug: string;
  /** The sizes the customer bought. Empty: the product has no sizes. */
  sizes: string[];
  /** Action result of a submission without JavaScript. */
  result?: ReviewResult;
};

/** Stays on its page, the product page or the review page; without JavaScript it leads to the review page. */
export function ReviewForm({ slug, sizes, result }: ReviewFormProps) {
  const fetcher = useFetcher<ReviewResult>();
  const { review, reply: lastResult } = fetcher.data ?? result ?? {};
  const [form, { rating, comment, size, fit }] = useContractForm(ReviewFields, { id: 'review', lastResult });

  if (review) return <OwnReviewText review={review} thanks />;
  return (
    <fetcher.Form
      {...getFormProps(form, { ariaAttributes: false })}
      method="post"
      encType="multipart/form-data"
      action={`/product/${slug}/review`}
      className="grid max-w-2xl gap-5"
    >
      <RatingChoice name={rating.name} chosen={rating.initialValue} error={rating.errors?.[0]} />
      {sizes.length > 1 && (
        <SelectField {...fieldOf(size)} label={reviewMessages.size} className="max-w-xs">
          {sizes.map((bought) => (
            <option key={bought}>{bought}</option>
          ))}
        </SelectField>
      )}
      {sizes.length > 0 && (
        <fieldset>
          <legend className="mb-1 font-semibold text-small">{reviewMessages.fit}</legend>
          <div className="flex flex-wrap gap-x-6">
            {FITS.map((value) => (
              <Radio key={value} name={fit.name} value={value} defaultChecked={fit.initialValue === value}>
                {reviewMessages.fits[value]}
              </Radio>
            ))}
          </div>
        </fieldset>
      )}
      <TextAreaField {...fieldOf(comment)} label={reviewMessages.comment} rows={5} />
      <PhotoField error={lastResult?.error?.[PHOTO_FILES]?.[0]} />
      {form.errors && <FieldError>{form.errors[0]}</FieldError>}
      <Button
        type="submit"
        busy={fetcher.state !== 'idle'}
        busyLabel={reviewMessages.submitting}
        className="justify-self-start"
      >
        {reviewMessages.submit}
      </Button>
    </fetcher.Form>
  );
}

const RATINGS = [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5];
const LIT = 'has-checked:text-star [&:has(~label_:checked)]:text-star';
const LIT_STAR = '[label:has(:checked)>&]:fill-current [label:has(~label_:checked)>&]:fill-current';

type RatingChoiceProps = { name: string; chosen?: string; error?: string };

/** Ten radio buttons, drawn as half stars; CSS alone fills them up to the selected one. */
function RatingChoice({ name, chosen, error }: RatingChoiceProps) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={error && errorId}>
      <legend className="mb-2 text-small font-semibold">{reviewMessages.rating}</legend>
      <div className="flex">
        {RATINGS.map((rating) => (
          <label
            key={rating}
            className={classes(
              'relative block h-12 w-6 overflow-hidden text-line-strong has-focus-visible:outline-2 has-focus-visible:outline-violet',
              LIT,
            )}
          >
            <input
              type="radio"
              name={name}
              value={rating}
              defaultChecked={chosen === String(rating)}
              aria-invalid={error ? true : undefined}
              className="sr-only"
            />
            <span className="sr-only">{reviewMessages.stars(rating)}</span>
            <Star
              aria-hidden
              className={classes('absolute top-0 size-12 p-1', rating % 1 === 0 ? 'right-0' : 'left-0', LIT_STAR)}
              strokeWidth={1}
            />
          </label>
        ))}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}

/** Files are checked when they are chosen, and again by the action. */
function PhotoField({ error }: { error: string | undefined }) {
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
