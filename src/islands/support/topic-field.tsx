import type { SelectHTMLAttributes, Ref } from 'react';
import { SUPPORT_TOPICS } from '#domain/support.ts';
import type { Say } from '#i18n/island-texts.ts';
import { type Errors, Field, marksOf } from '#components/ui/field.tsx';
import type { Text } from './texts.ts';

type Props = { value: string; t: Say<Text>; errors: Errors; onClear: () => void } & Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'value'
> & { ref?: Ref<HTMLSelectElement> };

/** What a message is about. */
export function TopicField({ value, t, errors, onClear, ...control }: Props) {
  return (
    <Field id="topic" label={t('support:form.topic')} errors={errors} onClear={onClear}>
      <select className="input" defaultValue={value} required {...control} {...marksOf('topic', errors)}>
        <option value="">{t('support:form.choose')}</option>
        {SUPPORT_TOPICS.map((topic) => (
          <option key={topic} value={topic}>
            {t(`support:topics.${topic}`)}
          </option>
        ))}
      </select>
    </Field>
  );
}
