import { adminReviewMessages as texts } from '@shop/contracts/reviews/admin-messages';
import type { AdminReview } from '@shop/contracts/reviews/admin-schema';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { Button } from '#ui/button.tsx';

type ReviewPhotosProps = { review: AdminReview; canModerate: boolean };

/** The photos in full, each with a button that removes it. */
export function ModeratedPhotos({ review: { author, photos }, canModerate }: ReviewPhotosProps) {
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
