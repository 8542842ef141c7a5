import { getFormProps } from '@conform-to/react';
import { FITS } from '@shop/contracts/reviews/constants';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import { ReviewForm as ReviewFields } from '@shop/contracts/reviews/schema';
import { useFetcher } from 'react-router';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { Button } from '#ui/button.tsx';
import { Radio } from '#ui/form/choice.tsx';
import { FieldError, SelectField, TextAreaField } from '#ui/form/field.tsx';
import { OwnReviewText } from './own-review-text.tsx';
import { PhotoField } from './photo-field.tsx';
import { PHOTO_FILES } from './photo-files.ts';
import { RatingChoice } from './rating-choice.tsx';
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
