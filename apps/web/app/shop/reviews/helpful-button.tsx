import type { Review } from '@shop/contracts/catalog/schema';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import { ThumbsUp } from 'lucide-react';
import { Link, useFetcher } from 'react-router';
import { withRedirect } from '#lib/redirect-target.ts';
import { useSession } from '#lib/session.tsx';
import { classes } from '#ui/classes.ts';
import { useToasts } from '#ui/toast.tsx';
import type { HelpfulResult } from './review-result.ts';

const LOOK = 'mt-1 inline-flex min-h-11 items-center gap-2 text-small font-medium text-ink-soft hover:text-violet';

type HelpfulButtonProps = {
  review: Review;
  slug: string;
  /** Whether the customer marked it before this visit; undefined until that is known. */
  isMarked: boolean | undefined;
};

/** Marks a review, or withdraws the mark. Without JavaScript it marks it. It leads guests to the login. */
export function HelpfulButton({ review: { id, userName, helpfulCount }, slug, isMarked = false }: HelpfulButtonProps) {
  const { signedIn } = useSession();
  const { Form, formData, data } = useFetcher<HelpfulResult>({ key: `helpful-${id}` });
  useToasts(data);

  const saved = data?.helpful ?? isMarked;
  const marked = formData ? formData.get('helpful') === 'true' : saved;
  const count = (data?.helpfulCount ?? helpfulCount) + Number(marked) - Number(saved);
  const label = reviewMessages.helpful(count);
  const name = reviewMessages.helpfulOf(label, userName);
  if (!signedIn) {
    return (
      <Link to={withRedirect('/login', `/product/${slug}#reviews`)} rel="nofollow" aria-label={name} className={LOOK}>
        <ThumbsUp aria-hidden className="size-4" strokeWidth={1.5} />
        {label}
      </Link>
    );
  }
  return (
    <Form method="post" action={`/product/${slug}/review`}>
      <input type="hidden" name="intent" value="helpful" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="helpful" value={String(!marked)} />
      <button
        type="submit"
        aria-label={name}
        aria-pressed={marked}
        className={classes(LOOK, marked && 'font-semibold text-violet')}
      >
        <ThumbsUp aria-hidden className={classes('size-4', marked && 'fill-violet-tint')} strokeWidth={1.5} />
        {label}
      </button>
    </Form>
  );
}
