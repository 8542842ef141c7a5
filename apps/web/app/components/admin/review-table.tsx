import type { AdminReview } from '@shop/contracts/admin-reviews';
import { reviewStatusLabels, adminReviewMessages as words } from '@shop/contracts/admin-reviews-texts';
import { Form } from 'react-router';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Table } from '#components/ui/table.tsx';
import { shortDate } from '#lib/format.ts';
import { useMay } from './staff.ts';
import { TextLink } from './text-link.tsx';

const TONES = { pending: 'pending', approved: 'delivered', rejected: 'cancelled' } as const;

const COLUMNS = [
  {
    label: words.product,
    cell: ({ slug, product }: AdminReview) => <TextLink to={`/product/${slug}`}>{product}</TextLink>,
  },
  { label: words.author, cell: ({ author }: AdminReview) => <span className="block min-w-16">{author}</span> },
  { label: words.rating, cell: ({ rating }: AdminReview) => words.stars(rating), short: true },
  {
    label: words.comment,
    cell: ({ comment }: AdminReview) => <span className="block max-w-prose whitespace-pre-line py-2">{comment}</span>,
  },
  { label: words.date, cell: ({ createdAt }: AdminReview) => shortDate(new Date(createdAt)), short: true },
  {
    label: words.status,
    short: true,
    cell: ({ status }: AdminReview) => <Badge tone={TONES[status]}>{reviewStatusLabels[status]}</Badge>,
  },
];
const DECIDE = { label: words.decide, cell: (review: AdminReview) => <Decide {...review} /> };

export function ReviewTable({ reviews }: { reviews: AdminReview[] }) {
  const columns = useMay()('reviews.moderate') ? [...COLUMNS, DECIDE] : COLUMNS;
  return <Table caption={words.list} columns={columns} rows={reviews} keyOf={({ id }) => id} />;
}

/** Without an action of its own the form keeps the filters in the address. */
function Decide({ id, status, author, product }: AdminReview) {
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
          aria-label={words.approveOf(author, product)}
        >
          {words.approve}
        </Button>
      )}
      {status !== 'rejected' && (
        <Button
          type="submit"
          name="status"
          value="rejected"
          look="danger"
          compact
          aria-label={words.rejectOf(author, product)}
        >
          {words.reject}
        </Button>
      )}
    </Form>
  );
}
