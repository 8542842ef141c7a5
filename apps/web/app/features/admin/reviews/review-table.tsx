import { reviewStatusLabels, adminReviewMessages as texts } from '@shop/contracts/reviews/admin-messages';
import type { AdminReview } from '@shop/contracts/reviews/admin-schema';
import { Form } from 'react-router';
import { useCan } from '#features/admin/shared/staff.ts';
import { shortDate } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';

const TONES = { pending: 'pending', approved: 'delivered', rejected: 'cancelled' } as const;

const COLUMNS = [
  {
    label: texts.product,
    cell: ({ slug, product }: AdminReview) => <TextLink to={`/product/${slug}`}>{product}</TextLink>,
  },
  { label: texts.author, cell: ({ author }: AdminReview) => <span className="block min-w-16">{author}</span> },
  { label: texts.rating, cell: ({ rating }: AdminReview) => texts.stars(rating), short: true },
  {
    label: texts.comment,
    cell: ({ comment }: AdminReview) => <span className="block max-w-prose whitespace-pre-line py-2">{comment}</span>,
  },
  { label: texts.date, cell: ({ createdAt }: AdminReview) => shortDate(new Date(createdAt)), short: true },
  {
    label: texts.status,
    short: true,
    cell: ({ status }: AdminReview) => <Badge tone={TONES[status]}>{reviewStatusLabels[status]}</Badge>,
  },
];
const ACTIONS = { label: texts.moderate, cell: (review: AdminReview) => <ModerationActions {...review} /> };

export function ReviewTable({ reviews }: { reviews: AdminReview[] }) {
  const columns = useCan()('reviews.moderate') ? [...COLUMNS, ACTIONS] : COLUMNS;
  return <Table caption={texts.list} columns={columns} rows={reviews} keyOf={({ id }) => id} />;
}

/** No `action` attribute: posting to the current URL keeps the filters. */
function ModerationActions({ id, status, author, product }: AdminReview) {
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap justify-end gap-2 py-2 tablet:justify-start">
      <input type="hidden" name="id" value={id} />
      {status !== 'approved' && (
        <Button
          type="submit"
          name="status"
          value="approved"
          look="secondary"
          compact
          aria-label={texts.approveOf(author, product)}
        >
          {texts.approve}
        </Button>
      )}
      {status !== 'rejected' && (
        <Button
          type="submit"
          name="status"
          value="rejected"
          look="danger"
          compact
          aria-label={texts.rejectOf(author, product)}
        >
          {texts.reject}
        </Button>
      )}
    </Form>
  );
}
