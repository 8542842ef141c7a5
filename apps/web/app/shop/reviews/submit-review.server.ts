import { reviewMessages } from '@shop/contracts/reviews/messages';
import {
  createReview,
  uploadReviewPhoto,
  voteHelpful as voteHelpfulOperation,
} from '@shop/contracts/reviews/operations';
import { type OwnReview, ReviewForm } from '@shop/contracts/reviews/schema';
import { data, redirect } from 'react-router';
import { apiFor, type CallResult } from '#lib/api.server.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { acceptsHtml } from '#lib/forms/form.server.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { PHOTO_FILES, photosProblem } from './photo-files.ts';
import type { ReviewActionResult } from './review-result.ts';

/** Uploads the photos, then writes the review with them. */
export async function submitReview(request: Request, form: FormData, productId: string) {
  const api = apiFor(request);
  const photos = takePhotos(form);
  const sent = await sendForm(
    form,
    ReviewForm,
    async (review): Promise<CallResult<OwnReview>> => {
      const problem = photosProblem(photos);
      if (problem) return photoFailure(422, problem);
      const ids: string[] = [];
      for (const photo of photos) {
        const stored = await api.call(uploadReviewPhoto, { params: { product: productId }, body: photo });
        if (!stored.ok) return photoFailure(stored.problem.status, errorMessage(stored.problem, reviewMessages.failed));
        ids.push(stored.value.id);
      }
      return api.call(createReview, { params: { product: productId }, body: { ...review, photos: ids } });
    },
    reviewMessages.failed,
  );
  if (sent.ok) return data<ReviewActionResult>({ review: sent.value.review });
  return data<ReviewActionResult>({ reply: sent.reply }, { status: sent.status });
}

/** Removed from the form, whose other values are sent back after an error. A field without a file sends an empty one. */
function takePhotos(form: FormData) {
  const photos = form.getAll(PHOTO_FILES).filter((value) => value instanceof File && value.size > 0);
  form.delete(PHOTO_FILES);
  return photos.filter((value) => value instanceof File);
}

const photoFailure = (status: number, message: string) => ({
  ok: false as const,
  cookies: [],
  problem: {
    type: 'about:blank',
    title: 'invalid_photos',
    status,
    code: 'invalid_photos',
    message,
    requestId: '',
    errors: [{ field: PHOTO_FILES, message }],
  },
});

/** Returns to the reviews without JavaScript; a script stays on its page. */
export async function voteHelpful(request: Request, form: FormData, slug: string) {
  const id = String(form.get('id'));
  const helpful = form.get('helpful') === 'true';
  const voted = await apiFor(request).call(voteHelpfulOperation, { params: { id }, body: { helpful } });
  if (acceptsHtml(request)) throw redirect(`/product/${slug}#reviews`);
  if (voted.ok) return data<ReviewActionResult>(voted.value);
  const failed = errorMessage(voted.problem, reviewMessages.helpfulFailed);
  return data<ReviewActionResult>({ failed }, { status: voted.problem.status });
}
