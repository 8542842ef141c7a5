import { storeSettingsMessages as texts } from '@shop/contracts/settings/admin-messages';
import type { ReactNode } from 'react';
import { Panel } from '#admin/kit/admin-page.tsx';
import { Checkbox } from '#ui/form/choice.tsx';

type ReturnSettingsProps = {
  days: ReactNode;
  holdDays: ReactNode;
  categories: { id: string; name: string }[];
  /** Ids of the categories that can't be returned. */
  excluded: string[];
  readOnly: boolean;
};

export function ReturnSettings({ days, holdDays, categories, excluded, readOnly }: ReturnSettingsProps) {
  return (
    <Panel title={texts.returns}>
      <p className="mb-4 text-ink-muted text-small">{texts.returnsHint}</p>
      <div className="grid grid-cols-1 gap-5 tablet:grid-cols-2">
        {days}
        {holdDays}
      </div>
      <fieldset className="mt-4 min-w-0">
        <legend className="font-semibold text-small">{texts.unreturnableCategories}</legend>
        <div className="grid grid-cols-1 gap-x-5 tablet:grid-cols-2">
          {categories.map(({ id, name }) => (
            <Checkbox
              key={id}
              name="unreturnableCategoryIds"
              value={id}
              defaultChecked={excluded.includes(id)}
              disabled={readOnly}
            >
              {name}
            </Checkbox>
          ))}
        </div>
      </fieldset>
    </Panel>
  );
}
