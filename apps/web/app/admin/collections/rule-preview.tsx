import { adminCollectionMessages as texts } from '@shop/contracts/catalog/collection-admin-messages';
import type { RulePreview as Preview } from '@shop/contracts/catalog/collection-admin-schema';
import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { classes } from '#ui/classes.ts';
import { Thumbnail } from '#ui/responsive-image.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { type CollectionFormValues, previewFields } from './collection-values.ts';

/** Long enough that typing a word takes one request. */
const DEBOUNCE_MS = 400;

/** `null`: the rules are incomplete. */
export type PreviewState = Preview | 'unavailable' | null;
type PreviewResult = { preview?: PreviewState };
type RulePreviewProps = {
  values: Pick<CollectionFormValues, 'match' | 'rules'>;
  /** Of the rules as the page was loaded, or of the last submission before hydration. */
  loaded: PreviewState | undefined;
};

/** What the rules match: updated while they are edited, or with a button where scripts do not run. */
export function RulePreview({ values, loaded }: RulePreviewProps) {
  const fetcher = useFetcher<PreviewResult>();
  const hydrated = useHydrated();
  const fields = JSON.stringify(previewFields(values));
  const shown = useRef(fields);
  const { submit } = fetcher;

  useEffect(() => {
    if (shown.current === fields) return;
    const timer = setTimeout(() => {
      shown.current = fields;
      void submit(JSON.parse(fields), { method: 'post' });
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [fields, submit]);

  const state = fetcher.data ? fetcher.data.preview : loaded;
  const preview = state === 'unavailable' ? null : state;
  return (
    <section
      aria-label={texts.livePreview}
      aria-busy={fetcher.state !== 'idle'}
      className={classes('rounded-card bg-pearl p-4', fetcher.state !== 'idle' && 'opacity-60')}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className={classes('font-semibold', preview?.count === '0' && 'text-cancelled')}>
          {headingOf(state)}
        </p>
        {hydrated ? (
          <span className="text-ink-muted text-small">{texts.livePreview}</span>
        ) : (
          <IntentButton intent="preview" look="secondary" compact>
            {texts.preview}
          </IntentButton>
        )}
      </div>
      {preview && preview.products.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-2">
          {preview.products.map(({ id, name, image }) => (
            <li key={id} title={name}>
              <Thumbnail src={image} alt={name} size={64} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function headingOf(preview: PreviewState | undefined) {
  if (preview === 'unavailable') return texts.previewUnavailable;
  if (!preview) return texts.previewIncomplete;
  return preview.count === '0' ? texts.previewNone : texts.previewCount(preview.count);
}
