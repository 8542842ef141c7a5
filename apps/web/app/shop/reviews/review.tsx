import { getProduct } from '@shop/contracts/catalog/operations';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import { getOwnReview } from '@shop/contracts/reviews/operations';
import type { OwnReview } from '@shop/contracts/reviews/schema';
import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/review';
import { OwnReviewText } from './own-review-text.tsx';
import { ReviewForm } from './review-form.tsx';
import type { ReviewActionResult, ReviewResult } from './review-result.ts';
import { submitReview, voteHelpful } from './submit-review.server.ts';

export async function loader({ request, params }: Route.LoaderArgs) {
  const { id, name, slug } = await loadReviewedProduct(request, params.slug);
  return { name, slug, own: await apiFor(request).read(getOwnReview, { params: { product: id } }) };
}

export async function action({ request, params }: Route.ActionArgs) {
  const form = await formOf(request);
  if (form.get('intent') === 'helpful') return voteHelpful(request, form, params.slug);
  const { id } = await loadReviewedProduct(request, params.slug);
  return submitReview(request, form, id);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(
    onNetworkError<ReviewActionResult>({
      reply: networkErrorResult(reviewMessages.failed),
      failed: reviewMessages.helpfulFailed,
    }),
  );

/** Not after a submission, so that the page shows the thank-you text and not an existing review. */
export const shouldRevalidate = ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) =>
  currentParams.slug !== nextParams.slug;

/** Also finds a product by a previous slug. An unknown or deleted one redirects to the product list. */
async function loadReviewedProduct(request: Request, slug: string) {
  const found = await apiFor(request).call(getProduct, { params: { product: slug } });
  if (found.ok) return found.value;
  if (found.problem.status < 500) throw redirect('/products');
  throw data(found.problem, { status: found.problem.status });
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, reviewMessages.write);

export default function ReviewPage({ loaderData: { name, slug, own }, actionData }: Route.ComponentProps) {
  return (
    <section className="page-width section-rhythm wrap-anywhere">
      <div className="mx-auto grid max-w-2xl grid-cols-1 gap-8">
        <h1 className="font-display text-h1">
          {own.review ? reviewMessages.yoursOf(name) : reviewMessages.writeOf(name)}
        </h1>
        <ReviewSection slug={slug} own={own} result={actionData} />
        <p>
          <ButtonLink to={`/product/${slug}`} look="word">
            {reviewMessages.backToProduct}
          </ButtonLink>
        </p>
      </div>
    </section>
  );
}

function ReviewSection({ slug, own, result }: { slug: string; own: OwnReview; result?: ReviewResult }) {
  if (own.canReview || result) return <ReviewForm slug={slug} sizes={own.sizes} result={result} />;
  if (own.review) return <OwnReviewText review={own.review} />;
  return <Notice kind="info">{reviewMessages.onlyVerifiedBuyers}</Notice>;
}
