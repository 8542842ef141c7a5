import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { adminMessages } from '@shop/contracts/admin/messages';
import { adminReviewMessages as texts } from '@shop/contracts/reviews/admin-messages';
import {
  getReviewForStaff,
  moderateReview,
  removeReviewPhoto,
  replyToReview,
} from '@shop/contracts/reviews/admin-operations';
import { type AdminReview, REVIEW_REASON_MAX, ReplyForm } from '@shop/contracts/reviews/admin-schema';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import { useId } from 'react';
import { data, Form } from 'react-router';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import { DetailList } from '#admin/kit/detail-list.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { ExactTime } from '#lib/dates.ts';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { Button } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { FieldError, TextAreaField, TextField } from '#ui/form/field.tsx';
import { Stars } from '#ui/stars.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/review';
import { ReviewStatus } from './review-columns.tsx';

export async function loader({ request, params }: Route.LoaderArgs) {
  return { review: await apiFor(request).read(getReviewForStaff, { params: { id: params.reviewId } }) };
}

export async function action({ request, url, params }: Route.ActionArgs) {
  const form = await formOf(request);
  const api = apiFor(request);
  const id = params.reviewId;

  const photo = form.get('photo');
  if (photo) {
    const removed = await api.call(removeReviewPhoto, { params: { id, photo: String(photo) } });
    return redirectAfterAction(url, 'photo', removed);
  }
  const status = form.get('status');
  if (status) {
    const reason = form.get('reason') ?? undefined;
    const moderated = await api.submit(moderateReview, { status, reason }, { params: { id } });
    return redirectAfterAction(url, String(status), moderated);
  }
  const sent = await sendForm(
    form,
    ReplyFields,
    ({ reply = '' }) => api.call(replyToReview, { params: { id }, body: { reply } }),
    texts.replyFailed,
  );
  if (!sent.ok) return data({ reply: sent.reply }, { status: sent.status });
  return redirectAfterAction(url, sent.value.reply ? 'replied' : 'unreplied', sent);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ reply: networkErrorResult(adminMessages.failed) }));

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, loaderData ? texts.titleOf(loaderData.review.product) : texts.title);

const DONE = {
  approved: texts.approved,
  rejected: texts.rejected,
  photo: texts.photoRemoved,
  replied: texts.replySaved,
  unreplied: texts.replyRemoved,
};

export default function ReviewPage({ loaderData: { review }, actionData }: Route.ComponentProps) {
  const canModerate = useCan()('reviews.moderate');
  return (
    <AdminPage
      title={texts.titleOf(review.product)}
      above={[{ label: texts.title, to: '/admin/reviews' }]}
      actions={<ReviewStatus status={review.status} />}
    >
      <FlashMessage texts={DONE} result={actionData && ('failed' in actionData ? actionData : {})} />
      <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-6">
          <Panel title={texts.details}>
            <Stars rating={review.rating} />
            <p className="mt-3 whitespace-pre-line">{review.comment}</p>
          </Panel>
          <ModeratedPhotos review={review} canModerate={canModerate} />
          {canModerate && (
            <ReviewReply
              key={`${review.status} ${review.reply?.text}`}
              review={review}
              lastResult={actionData && 'reply' in actionData ? actionData.reply : undefined}
            />
          )}
        </div>
        <div className="grid grid-cols-1 gap-6">
          {canModerate && <ReviewDecision review={review} />}
          <Panel title={texts.author}>
            <DetailList of={detailsOf(review)} />
          </Panel>
        </div>
      </div>
    </AdminPage>
  );
}

const detailsOf = (review: AdminReview) => ({
  [texts.author]: review.author,
  ...(review.verifiedBuyer && { [texts.purchase]: texts.verified }),
  ...(review.size && { [texts.size]: review.size }),
  ...(review.fit && { [texts.fit]: reviewMessages.fits[review.fit] }),
  [texts.date]: <ExactTime at={review.createdAt} />,
  [texts.product]: <TextLink to={`/product/${review.slug}#reviews`}>{review.product}</TextLink>,
  [texts.votes]: texts.helpfulCount(review.helpfulCount),
  ...(review.reason && { [texts.reason]: review.reason }),
});

type ReviewReplyProps = { review: AdminReview; lastResult?: SubmissionResult };

/** What the form validates: it also has an intent. */
const ReplyFields = ReplyForm.strip().partial();

function ReviewReply({ review: { status, reply }, lastResult }: ReviewReplyProps) {
  const busy = useIsSubmitting({ intent: 'reply' });
  const [form, fields] = useContractForm(ReplyFields, {
    id: 'reply',
    lastResult,
    defaultValue: { reply: reply?.text ?? '' },
  });
  if (status !== 'approved') {
    return (
      <Panel title={texts.reply}>
        <p className="text-ink-soft text-small">{texts.notApproved}</p>
      </Panel>
    );
  }
  return (
    <Panel title={texts.reply}>
      <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-4">
        <input type="hidden" name="intent" value="reply" />
        <TextAreaField {...fieldOf(fields.reply)} label={texts.reply} hideLabel hint={texts.replyHint} rows={5} />
        {form.errors?.[0] && <FieldError>{form.errors[0]}</FieldError>}
        <Button type="submit" busy={busy} className="justify-self-start">
          {texts.saveReply}
        </Button>
      </Form>
    </Panel>
  );
}

type ReviewPhotosProps = { review: AdminReview; canModerate: boolean };

/** The photos in full, each with a button that removes it. */
function ModeratedPhotos({ review: { author, photos }, canModerate }: ReviewPhotosProps) {
  if (photos.length === 0) return null;
  return (
    <Panel title={texts.photos}>
      <div className="flex flex-wrap gap-6">
        {photos.map(({ id, url, width, height }, index) => (
          <figure key={id} className="w-56 max-w-full">
            <a href={url}>
              <img
                src={url}
                alt={texts.photo(index + 1, author)}
                width={width}
                height={height}
                className="h-auto w-full rounded-image"
              />
            </a>
            {canModerate && (
              <Form method="post" preventScrollReset className="mt-2">
                <input type="hidden" name="photo" value={id} />
                <Button type="submit" look="quiet" compact aria-label={texts.removePhotoOf(index + 1)}>
                  {texts.removePhoto}
                </Button>
              </Form>
            )}
          </figure>
        ))}
      </div>
      {canModerate && <p className="mt-4 text-ink-muted text-small">{texts.removePhotoHint}</p>}
    </Panel>
  );
}

/** Approve, or reject with a reason; both can be changed later. */
function ReviewDecision({ review: { id, status, reason } }: { review: AdminReview }) {
  const reasons = useId();
  return (
    <Panel title={texts.decision}>
      {status !== 'approved' && (
        <Form method="post" preventScrollReset>
          <Button type="submit" name="status" value="approved">
            {texts.approve}
          </Button>
        </Form>
      )}
      <Form method="post" preventScrollReset className={status === 'approved' ? undefined : 'mt-6'}>
        {/* The key shows what is stored after a decision. */}
        <TextField
          key={`${id} ${status} ${reason}`}
          name="reason"
          label={texts.reason}
          hint={texts.reasonHint}
          defaultValue={reason}
          maxLength={REVIEW_REASON_MAX}
          list={reasons}
        />
        <datalist id={reasons}>
          {texts.reasons.map((suggested) => (
            <option key={suggested} value={suggested} />
          ))}
        </datalist>
        <Button type="submit" name="status" value="rejected" look="secondary" className="mt-4">
          {status === 'rejected' ? texts.saveReason : texts.reject}
        </Button>
      </Form>
    </Panel>
  );
}
