import { adminCollectionMessages as texts } from '@shop/contracts/catalog/collection-admin-messages';
import {
  RULE_FIELDS,
  RULE_OPERATORS,
  RULES_MAX,
  type RuleField,
  type RuleOperator,
} from '@shop/contracts/catalog/collection-constants';
import { X } from 'lucide-react';
import { ChoiceField } from '#admin/kit/choice-field.tsx';
import { Button } from '#ui/button.tsx';
import { FieldError, TextField } from '#ui/form/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { type CollectionFormValues, emptyRule, hasValue, type RuleRow, ruleOfField } from './collection-values.ts';

/** Names of categories and brands by id. */
export type Labels = { categories: Record<string, string>; brands: Record<string, string> };

type RuleEditorProps = {
  values: CollectionFormValues;
  labels: Labels;
  errors: Record<string, string>;
  onChange: (patch: Partial<CollectionFormValues>) => void;
};

/** The rules read as a sentence: products must match all of these: category is …, price is at most …. */
export function RuleEditor({ values: { match, rules }, labels, errors, onChange }: RuleEditorProps) {
  const replace = (place: number, rule: RuleRow) => onChange({ rules: rules.with(place, rule) });
  return (
    <div className="grid gap-4">
      <ChoiceField
        name="match"
        label={texts.match}
        of={texts.matches}
        value={match}
        onChange={({ target }) => onChange({ match: target.value === 'any' ? 'any' : 'all' })}
        className="max-w-xs"
      />
      <ol className="grid gap-4">
        {rules.map((rule, place) => (
          <li key={rule.key} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
            <div className="grid gap-2 tablet:grid-cols-3">
              <RuleFields
                rule={rule}
                place={place}
                labels={labels}
                error={errors[`rules.${place}.value`] ?? errors[`rules.${place}.operator`] ?? errors[`rules.${place}`]}
                onChange={(changed) => replace(place, changed)}
              />
            </div>
            <IconButton
              icon={X}
              type="submit"
              name="intent"
              value={`remove-rule:${place}`}
              label={texts.removeRule(place + 1)}
              onClick={(event) => {
                event.preventDefault();
                onChange({ rules: rules.toSpliced(place, 1) });
              }}
            />
          </li>
        ))}
      </ol>
      {errors.rules && <FieldError>{errors.rules}</FieldError>}
      {rules.length < RULES_MAX && (
        <Button
          type="submit"
          name="intent"
          value="add-rule"
          look="secondary"
          compact
          className="justify-self-start"
          onClick={(event) => {
            event.preventDefault();
            onChange({ rules: [...rules, emptyRule()] });
          }}
        >
          {texts.addRule}
        </Button>
      )}
    </div>
  );
}

type RuleFieldsProps = {
  rule: RuleRow;
  place: number;
  labels: Labels;
  error?: string;
  onChange: (rule: RuleRow) => void;
};

function RuleFields({ rule, place, labels, error, onChange }: RuleFieldsProps) {
  const { key, field, operator } = rule;
  const operators: readonly RuleOperator[] = RULE_OPERATORS[field];
  return (
    <>
      <ChoiceField
        name={`rules.${place}.field`}
        label={texts.field(place + 1)}
        hideLabel
        of={texts.fields}
        value={field}
        onChange={({ target }) => onChange(ruleOfField(key, fieldOf(target.value)))}
      />
      <ChoiceField
        name={`rules.${place}.operator`}
        label={texts.operator(place + 1)}
        hideLabel
        of={texts.operators[field]}
        value={operator}
        error={hasValue(field) ? undefined : error}
        onChange={({ target }) =>
          onChange({ ...rule, operator: operators.find((known) => known === target.value) ?? operator })
        }
      />
      {hasValue(field) && <RuleValue {...{ rule, place, labels, error, onChange }} />}
    </>
  );
}

const fieldOf = (text: string): RuleField => RULE_FIELDS.find((field) => field === text) ?? 'tag';

function RuleValue({ rule, place, labels, error, onChange }: RuleFieldsProps) {
  const { field, value } = rule;
  const control = { name: `rules.${place}.value`, label: texts.value(place + 1), hideLabel: true, value, error };
  const change = ({ target }: { target: { value: string } }) => onChange({ ...rule, value: target.value });
  if (field === 'category' || field === 'brand')
    return (
      <ChoiceField
        {...control}
        any={texts.chooseValue}
        of={field === 'category' ? labels.categories : labels.brands}
        onChange={change}
      />
    );
  const numeric = field === 'price' ? 'decimal' : 'numeric';
  const isNumber = field === 'price' || field === 'created';
  return (
    <TextField
      {...control}
      onChange={change}
      autoComplete="off"
      inputMode={isNumber ? numeric : 'text'}
      hint={field === 'created' ? texts.days : undefined}
    />
  );
}
