import type { ReactNode } from 'react';
import { LANGUAGES } from '#domain/languages.ts';
import { typedMoney } from '#domain/money.ts';
import { AVAILABILITIES } from '#domain/availability.ts';
import type { Reader } from '#i18n/reader.ts';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { PlanText } from './plan-texts.ts';

/** Texts of the file by language. */
type Texts = Record<string, string>;
/** What the form knows of a plan in the file; whatever else is there stays. */
export type Plan = {
  id: string;
  title?: Texts;
  price?: string;
  expiry_days?: number | null;
  width?: number;
  levels?: number;
  closing?: string;
  transition?: string;
  availability?: string;
  property?: { title?: Texts; town?: Texts; text?: Texts } | null;
};
type FormProps = {
  reader: Reader<PlanText>;
  plan: Plan;
  isFixed: boolean;
  onChange: (field: Partial<Plan>) => void;
};

const AMOUNTS = ['price', 'closing', 'transition'] as const;
const SHAPE = ['width', 'levels'] as const;

/** The fields of a plan that are changed often. */
export function PlanForm({ reader: { t }, plan, isFixed, onChange }: FormProps) {
  const { property } = plan;
  return (
    <>
      <div className="fields">
        {AMOUNTS.map((name) => (
          <TextField
            key={name}
            name={name}
            inputMode="decimal"
            maxLength={24}
            label={t(`console_content:plans.${name}`)}
            value={plan[name] ?? ''}
            onChange={({ currentTarget: { value } }) => onChange({ [name]: value })}
            onBlur={({ currentTarget: { value } }) =>
              typedMoney(value) !== value && onChange({ [name]: typedMoney(value) })
            }
          />
        ))}
        <TextField
          name="expiry_days"
          inputMode="numeric"
          maxLength={6}
          label={t('console_content:plans.expiry')}
          hint={t('console_content:plans.expiry_hint')}
          value={plan.expiry_days ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ expiry_days: numberIn(value) })}
        />
        {SHAPE.map((name) => (
          <TextField
            key={name}
            name={name}
            inputMode="numeric"
            maxLength={3}
            label={t(`console_content:plans.${name}`)}
            hint={isFixed ? t('console_content:plans.fixed_hint') : undefined}
            disabled={isFixed}
            value={plan[name] ?? ''}
            onChange={({ currentTarget: { value } }) => onChange({ [name]: numberIn(value) ?? 0 })}
          />
        ))}
        <Select
          name="availability"
          label={t('console_content:plans.availability')}
          value={plan.availability ?? ''}
          options={AVAILABILITIES.map((value) => ({ value, label: t(`console_content:plans.${value}`) }))}
          onChange={({ currentTarget: { value } }) => onChange({ availability: value })}
        />
      </div>
      <Words heading={t('console_content:plans.titles')}>
        <TextsForm t={t} name="title" texts={plan.title} onChange={(title) => onChange({ title })} />
      </Words>
      {property && (
        <Words heading={t('console_content:plans.property')}>
          {(['title', 'town', 'text'] as const).map((name) => (
            <TextsForm
              key={name}
              t={t}
              name={name}
              prefix="property_"
              texts={property[name]}
              onChange={(texts) => onChange({ property: { ...property, [name]: texts } })}
            />
          ))}
        </Words>
      )}
    </>
  );
}

function numberIn(value: string): number | null {
  return value.trim() === '' ? null : Number(value) || 0;
}

function Words({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <fieldset className="fields">
      <legend>{heading}</legend>
      {children}
    </fieldset>
  );
}

type TextsProps = {
  t: Reader<PlanText>['t'];
  name: 'title' | 'town' | 'text';
  prefix?: string;
  texts: Texts | undefined;
  onChange: (texts: Texts) => void;
};

const NO_TEXTS: Texts = {};

/** A text in each language; an empty one is not in the file. */
function TextsForm({ t, name, prefix = '', texts = NO_TEXTS, onChange }: TextsProps) {
  return LANGUAGES.map(({ segment, tag }) => {
    const { [segment]: _, ...others } = texts;
    const field = {
      name: `${prefix}${name}_${segment}`,
      lang: tag,
      maxLength: 2_000,
      label: t(`console_content:plans.${name}_of`, { language: t(`console_content:languages.${segment}`) }),
      value: texts[segment] ?? '',
      onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
        onChange(value === '' ? others : { ...texts, [segment]: value }),
    };
    return name === 'text' ? (
      <TextField key={segment} {...field} isMultiline rows={4} />
    ) : (
      <TextField key={segment} {...field} />
    );
  });
}
