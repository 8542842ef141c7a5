import { pageMessages as texts } from '@shop/contracts/content/admin-messages';
import { Panel } from '#admin/kit/admin-page.tsx';

type PlaceholderValue = { name: string; value: string | null };

/** What a text can take from the settings, with the value that shoppers see now. */
export function PlaceholderList({ placeholders }: { placeholders: PlaceholderValue[] }) {
  return (
    <Panel title={texts.placeholders}>
      <p className="mb-4 text-ink-muted text-small">{texts.placeholdersHint}</p>
      <dl className="grid gap-3 text-small">
        {placeholders.map(({ name, value }) => (
          <div key={name} className="min-w-0">
            <dt className="wrap-anywhere">
              <code>{`{{${name}}}`}</code>
            </dt>
            <dd className="text-ink-muted wrap-anywhere">{value ?? texts.noValue}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
