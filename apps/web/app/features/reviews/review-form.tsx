import { getFormProps } from '@conform-to/react';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import { NewReview } from '@shop/contracts/reviews/schema';
import { useFetcher } from 'react-router';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { Button } from '#ui/button.tsx';
import { FieldError, TextAreaField } from '#ui/form/field.tsx';
import { OwnReviewText } from './own-review-text.tsx';
import { RatingChoice } from './rating-choice.tsx';
import type { ReviewResult } from './review-result.ts';

type ReviewFormProps = {
  slug: string;
  /** Action result of a submission without JavaScript. */
  result?: ReviewResult;
};

/** Stays on its page, the product page or the review page; without JavaScript it leads to the review page. */
export function ReviewForm({ slug, result }: ReviewFormProps) {
  const fetcher = useFetcher<ReviewResult>();
  const { review, reply: lastResult } = fetcher.data ?? result ?? {};
  const [form, { rating, comment }] = useContractForm(NewReview, { id: 'review', lastResult });

  if (review) return <OwnReviewText review={review} thanks />;
  return (
    <fetcher.Form
      {...getFormProps(form, { ariaAttributes: false })}
      method="post"
      action={`/product/${slug}/review`}
      className="grid max-w-2xl gap-5"
    >
      <RatingChoice name={rating.name} chosen={rating.initialValue} error={rating.errors?.[0]} />
      <TextAreaField {...fieldOf(comment)} label={reviewMessages.comment} rows={5} />
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
