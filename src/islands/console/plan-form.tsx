import { type ReactNode, useState } from 'react';
import { LANGUAGES } from '#domain/languages.ts';
import { moneyText, parseMoney } from '#domain/money.ts';
import { NUMBER_MARKS, readTypedMoney } from '#domain/typed-money.ts';
import { AVAILABILITIES } from '#domain/availability.ts';
import { formatMoney } from '#i18n/format.ts';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';

type Texts = Record<string, string>;
/** Fields that the form edits; others in the file stay. */
export type Plan = {
  id: string;
  title?: Texts;
  price?: string;
  expiry_days?: number | null;
  width?: number;
  levels?: number;
  closing?: string;
  closing_text?: Texts | null;
  transition?: string;
  transition_text?: Texts | null;
  availability?: string;
  property?: { title?: Texts; town?: Texts; text?: Texts } | null;
};
type FormProps = {
  plan: Plan;
  isFixed: boolean;
  onChange: (field: Partial<Plan>) => void;
};

const AMOUNTS = ['price', 'closing', 'transition'] as const;
const SHAPE = ['width', 'levels'] as const;

export function PlanForm({ plan, isFixed, onChange }: FormProps) {
  const { t } = useReader();
  const { property } = plan;
  return (
    <>
      <div className="fields">
        {AMOUNTS.map((name) => (
          <AmountField
            key={name}
            name={name}
            amount={plan[name] ?? ''}
            onChange={(amount) => onChange({ [name]: amount })}
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
      <TextGroup heading={t('console_content:plans.titles')}>
        <TextsForm name="title" texts={plan.title} onChange={(title) => onChange({ title })} />
      </TextGroup>
      <TextGroup heading={t('console_content:plans.figures')} hint={t('console_content:plans.figures_hint')}>
        {(['closing', 'transition'] as const).map((name) => (
          <TextsForm
            key={name}
            name={name}
            prefix="text_"
            texts={plan[`${name}_text`] ?? undefined}
            onChange={(texts) => onChange({ [`${name}_text`]: Object.keys(texts).length > 0 ? texts : null })}
          />
        ))}
      </TextGroup>
      {property && (
        <TextGroup heading={t('console_content:plans.property')}>
          {(['title', 'town', 'text'] as const).map((name) => (
            <TextsForm
              key={name}
              name={name}
              prefix="property_"
              texts={property[name]}
              onChange={(texts) => onChange({ property: { ...property, [name]: texts } })}
            />
          ))}
        </TextGroup>
      )}
    </>
  );
}

type AmountProps = {
  name: (typeof AMOUNTS)[number];
  amount: string;
  onChange: (amount: string) => void;
};

/** `amount` is decimal, the input in the reader's number format. Unreadable input becomes an empty amount. */
function AmountField({ name, amount, onChange }: AmountProps) {
  const { t, language } = useReader();
  const [typedText, setTypedText] = useState<string>();
  const parse = (text: string) => {
    const result = readTypedMoney(text, NUMBER_MARKS[language]);
    return 'micros' in result ? { amount: moneyText(result.micros) } : { amount: '', fault: result.fault };
  };
  const inFile = parseMoney(amount) === undefined ? amount : formatMoney(amount, language);
  const isTyped = typedText !== undefined && parse(typedText).amount === amount;
  const fault = isTyped && typedText !== '' ? parse(typedText).fault : undefined;
  return (
    <TextField
      name={name}
      inputMode="decimal"
      maxLength={24}
      label={t(`console_content:plans.${name}`)}
      hint={t('console_content:plans.amount_rule')}
      errors={fault && [t(`faults:${fault}`)]}
      after={
        <span className="muted money">{isTyped && !fault && typedText !== inFile ? `= ${inFile}` : undefined}</span>
      }
      value={isTyped ? typedText : inFile}
      onChange={({ currentTarget: { value } }) => {
        setTypedText(value);
        onChange(parse(value).amount);
      }}
    />
  );
}

function numberIn(value: string): number | null {
  return value.trim() === '' ? null : Number(value) || 0;
}

function TextGroup({ heading, hint, children }: { heading: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="fields">
      <legend>{heading}</legend>
      {hint && <p className="hint">{hint}</p>}
      {children}
    </fieldset>
  );
}

type TextsProps = {
  name: 'title' | 'town' | 'text' | 'closing' | 'transition';
  prefix?: string;
  texts: Texts | undefined;
  onChange: (texts: Texts) => void;
};

const NO_TEXTS: Texts = {};

/** An empty text is removed from the file. */
function TextsForm({ name, prefix = '', texts = NO_TEXTS, onChange }: TextsProps) {
  const { t } = useReader();
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
    return name !== 'title' && name !== 'town' ? (
      <TextField key={segment} {...field} isMultiline rows={name === 'text' ? 4 : 2} />
    ) : (
      <TextField key={segment} {...field} />
    );
  });
}
