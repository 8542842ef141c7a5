import { figureSettingLabels, pageMessages as texts } from '@shop/contracts/content/admin-messages';
import type { EditedPage, PageFinding } from '@shop/contracts/content/admin-schema';
import { pagePath } from '@shop/contracts/content/constants';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { useDates } from '#lib/dates.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { TextLink } from '#ui/text-link.tsx';

/** Beside the form: what shoppers see, and whether it was reviewed. */
export function PageStatePanel({ page }: { page: EditedPage }) {
  const { shortDate } = useDates();
  const canWrite = useCan()('content.write');
  const { published, reviewedAt } = page;
  return (
    <Panel title={texts.status}>
      <p>{stateOf(page)}</p>
      {published?.publishedAt && (
        <p className="text-ink-muted text-small">
          {texts.lastPublished}: {shortDate(new Date(published.publishedAt))}
        </p>
      )}
      {published && <TextLink to={pagePath(page.slug)}>{texts.view}</TextLink>}
      <p className="mt-3">{reviewedAt ? texts.reviewed : texts.notReviewed}</p>
      {!reviewedAt && <p className="text-ink-muted text-small">{texts.notReviewedHint}</p>}
      {!reviewedAt && published && canWrite && (
        <Form method="post" preventScrollReset className="mt-3">
          <IntentButton intent="review" look="secondary" compact>
            {texts.markReviewed}
          </IntentButton>
        </Form>
      )}
    </Panel>
  );
}

function stateOf({ published, draft }: EditedPage) {
  if (!published) return texts.draft;
  const shown = published.number === 0 ? texts.builtInText : texts.published;
  return draft ? `${shown} · ${texts.unpublishedDraft}` : shown;
}

export function PageFindings({ findings }: { findings: PageFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <Panel title={texts.findingsTitle}>
      <ul className="grid gap-4">
        {findings.map((finding) => (
          <li key={JSON.stringify(finding)} className="min-w-0 border-cancelled border-l-2 pl-3 wrap-anywhere">
            <p>
              <strong className="font-semibold">{finding.figure}</strong>: {finding.sentence}
            </p>
            <p className="text-ink-muted text-small">{expectedText(finding)}</p>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-ink-muted text-small">{texts.findingsHint}</p>
    </Panel>
  );
}

const expectedText = ({ setting, expected }: PageFinding) =>
  expected === null
    ? texts.expectedNone(figureSettingLabels[setting])
    : texts.expected(figureSettingLabels[setting], expected);
