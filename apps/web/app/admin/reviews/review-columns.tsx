import { reviewStatusLabels, adminReviewMessages as texts } from '@shop/contracts/reviews/admin-messages';
import type { AdminReview } from '@shop/contracts/reviews/admin-schema';
import { Check, type LucideIcon, X } from 'lucide-react';
import { Form } from 'react-router';
import { Age, QuietState, SecondLine } from '#admin/kit/cells.tsx';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { CellLink, QUIET, RowButton } from '#admin/kit/row-link.tsx';
import { Badge } from '#ui/badge.tsx';
import { classes } from '#ui/classes.ts';
import { Thumbnail } from '#ui/responsive-image.tsx';

/** Comments of this length or less fit in two lines, also on phones. */
const SHORT = 60;

/** Product, author and comment left, actions right. */
export const REVIEW_CARD =
  'max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:items-center max-tablet:gap-x-3 max-tablet:gap-y-0.5';

export const reviewColumns = (now: Date, canModerate: boolean): ListColumn<AdminReview>[] => [
  {
    key: 'product',
    label: texts.product,
    className: 'tablet:w-[28%] max-tablet:col-start-1 max-tablet:row-start-1',
    cell: (review) => <ReviewedProduct {...review} now={now} />,
  },
  {
    key: 'rating',
    label: texts.rating,
    optional: 'on',
    className: 'tablet:w-28 max-desktop:hidden',
    cell: ({ rating }) => texts.stars(rating),
  },
  {
    key: 'comment',
    label: texts.comment,
    className: 'max-tablet:col-start-1 max-tablet:row-start-2 max-tablet:text-[13px] max-tablet:leading-[17px]',
    cell: (review) => (
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <Comment {...review} />
        </div>
        <Photos {...review} />
      </div>
    ),
  },
  {
    key: 'date',
    label: texts.date,
    optional: 'on',
    sort: ['-date', 'date'],
    className: 'tablet:w-28 max-desktop:hidden',
    cell: ({ createdAt }) => <Age at={createdAt} now={now} className="text-ink-soft" />,
  },
  {
    key: 'status',
    label: texts.status,
    optional: 'on',
    className: 'tablet:w-28 max-tablet:hidden',
    cell: ({ status }) => <ReviewStatus status={status} />,
  },
  ...(canModerate ? [MODERATION] : []),
];

const MODERATION: ListColumn<AdminReview> = {
  key: 'actions',
  label: texts.moderate,
  hideLabel: true,
  className: 'tablet:w-40 max-tablet:col-start-2 max-tablet:row-span-2 max-tablet:row-start-1',
  cell: (review) => <Moderation {...review} />,
};

/** Narrow screens have no columns for rating, date and status. */
function ReviewedProduct({ id, product, author, rating, status, createdAt, photos, now }: AdminReview & { now: Date }) {
  return (
    <>
      <CellLink to={`/admin/reviews/${id}`} className="block truncate">
        {product}
      </CellLink>
      <SecondLine>
        <span className="tablet:hidden">{reviewStatusLabels[status]} · </span>
        <span className="desktop:hidden">
          {texts.stars(rating)} · <Age at={createdAt} now={now} /> ·{' '}
        </span>
        {author}
        {photos.length > 0 && <span className="tablet:hidden"> · {texts.photoCount(photos.length)}</span>}
      </SecondLine>
    </>
  );
}

/** A long comment is opened by a click. */
function Comment({ comment }: AdminReview) {
  if (comment.length <= SHORT && !comment.includes('\n')) return <span className="wrap-anywhere">{comment}</span>;
  return (
    <details className="group/comment">
      <summary className="list-none rounded-control">
        <span className="line-clamp-2 wrap-anywhere group-open/comment:line-clamp-none group-open/comment:whitespace-pre-line">
          {comment}
        </span>
      </summary>
    </details>
  );
}

/** Beside the comment, so that the row is no higher. Phones have their number only. */
function Photos({ photos, author }: AdminReview) {
  return (
    <div className="flex shrink-0 gap-1 empty:hidden max-tablet:hidden">
      {photos.map(({ id, url }, index) => (
        <Thumbnail key={id} src={url} alt={texts.photo(index + 1, author)} size={32} />
      ))}
    </div>
  );
}

export function ReviewStatus({ status }: Pick<AdminReview, 'status'>) {
  if (status === 'pending') return <Badge tone="pending">{reviewStatusLabels.pending}</Badge>;
  return <QuietState dot={status === 'approved' ? 'good' : 'off'}>{reviewStatusLabels[status]}</QuietState>;
}

/** No `action` attribute: posting to the current URL keeps the filters. */
function Moderation({ id, status, author, product }: AdminReview) {
  return (
    <Form method="post" preventScrollReset className={classes('flex justify-end gap-4 max-tablet:gap-1', QUIET)}>
      <input type="hidden" name="intent" value="moderate" />
      <input type="hidden" name="id" value={id} />
      {status !== 'approved' && (
        <Decide value="approved" icon={Check} label={texts.approveOf(author, product)}>
          {texts.approve}
        </Decide>
      )}
      {status !== 'rejected' && (
        <Decide value="rejected" icon={X} label={texts.rejectOf(author, product)}>
          {texts.reject}
        </Decide>
      )}
    </Form>
  );
}

type DecideProps = { value: string; icon: LucideIcon; label: string; children: string };

/** An icon on phones. */
const Decide = ({ value, icon: Icon, label, children }: DecideProps) => (
  <RowButton
    name="status"
    value={value}
    aria-label={label}
    title={label}
    className="max-tablet:w-10 max-tablet:justify-center max-tablet:border max-tablet:border-line-strong"
  >
    <Icon aria-hidden className="size-4 tablet:hidden" />
    <span className="max-tablet:hidden">{children}</span>
  </RowButton>
);
