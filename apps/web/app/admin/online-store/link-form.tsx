import { getFormProps, type SubmissionResult } from '@conform-to/react';
import type { MenuName } from '@shop/contracts/content/home-constants';
import { menuLabels, onlineStoreMessages as texts } from '@shop/contracts/content/online-store-messages';
import type { OnlineStore } from '@shop/contracts/content/online-store-schema';
import { ChoiceField } from '#admin/kit/choice-field.tsx';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { submittedVersion } from '#lib/forms/submitted-version.ts';
import { TextField } from '#ui/form/field.tsx';
import { ItemForm } from './item-form.tsx';
import { LinkForm as LinkFormSchema } from './online-store-fields.ts';

type LinkFormProps = {
  /** The link to edit; undefined for a new one. */
  link?: OnlineStore['menus']['items'][number];
  /** Of a new link. */
  menu: MenuName;
  version: number;
  lastResult?: SubmissionResult;
};

export function LinkForm({ link, menu, version, lastResult }: LinkFormProps) {
  const [form, fields] = useContractForm(LinkFormSchema, { id: 'link', lastResult, defaultValue: link ?? { menu } });
  return (
    <ItemForm formProps={getFormProps(form)} error={form.errors?.[0]} version={submittedVersion(lastResult, version)}>
      <ChoiceField {...fieldOf(fields.menu)} label={texts.menu} of={menuLabels} />
      <TextField {...fieldOf(fields.column)} label={texts.column} hint={texts.columnHint} />
      <TextField {...fieldOf(fields.label)} label={texts.linkLabel} />
      <TextField {...fieldOf(fields.href)} label={texts.url} hint={texts.urlHint} />
    </ItemForm>
  );
}
