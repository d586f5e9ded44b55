import { type Ref, type SelectHTMLAttributes, useState } from 'react';
import { sendSupport } from '#contracts/support.ts';
import { SUPPORT_MESSAGE_MAX, SUPPORT_TOPICS, type SupportTopic } from '#domain/support.ts';
import { Button } from '#components/ui/button.tsx';
import { CheckField } from '#components/ui/check-field.tsx';
import { type Errors, Field, marksOf } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useIsAwake } from '#components/ui/use-is-awake.ts';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useForm } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { AboutNotice } from './about.tsx';
import type { FormStart } from './form-values.ts';

type Props = {
  start: FormStart;
  action: string;
  onSent: (number: string) => void;
};
type Values = { topic: SupportTopic; message: string; send_email: string | false };

export function WriteForm({ start, action, onSent }: Props) {
  const { t } = useReader();
  const { typed, errors } = start;
  const [about, setAbout] = useState(errors.about?.length ? undefined : start.about);
  const [isGone, setGone] = useState(Boolean(errors.about?.length));
  const [typedCount, setTypedCount] = useState<number>();
  const isAwake = useIsAwake();
  const form = useForm<typeof sendSupport, Values>(sendSupport, {
    rendered: start,
    uid: start.uid,
    inputOf: ({ topic, message, send_email: copy }) => ({
      topic,
      message,
      send_email: Boolean(copy),
      about: about ? `${about.kind}:${about.id}` : '',
    }),
    onDone: ({ number }) => onSent(number),
    onRefused: ({ fields }) => {
      if (!fields?.['about']) return false;
      setAbout(undefined);
      setGone(true);
      return true;
    },
  });
  // Text may be typed before hydration.
  const count = typedCount ?? (isAwake ? (form.hookForm.getValues('message')?.length ?? 0) : undefined);
  return (
    <section className="card" aria-labelledby="write-title">
      <Form of={form} id={FORM_ID} data-kept className="stack" action={action}>
        <h2 id="write-title">{t('support:form.title')}</h2>
        {start.isKept && <Notice>{t('common:kept')}</Notice>}
        {isGone && <Notice kind="warn">{t('support:form.about_gone')}</Notice>}
        {about && <AboutNotice about={about} without={action} />}
        <TopicField
          value={typed.topic || (about && (about.kind === 'transaction' ? 'places' : 'finance')) || ''}
          {...form.field('topic')}
        />
        <TextField
          label={t('support:form.message')}
          defaultValue={typed.message}
          hint={t('support:form.hint', { max: SUPPORT_MESSAGE_MAX })}
          placeholder={t('support:form.placeholder')}
          maxLength={SUPPORT_MESSAGE_MAX}
          isMultiline
          rows={7}
          dir="auto"
          required
          onInput={({ currentTarget }) => setTypedCount(currentTarget.value.length)}
          {...form.field('message')}
        />
        <CheckField
          label={t('support:form.copy')}
          defaultChecked={Boolean(typed.send_email)}
          {...form.field('send_email')}
        />
        <FormNotice of={form} />
        <div className="row between">
          <Button variant="primary" icon="send" aria-busy={form.isBusy || undefined}>
            {t('support:form.submit')}
          </Button>
          <span className="hint" aria-hidden="true">
            {count !== undefined && `${count} / ${SUPPORT_MESSAGE_MAX}`}
          </span>
        </div>
      </Form>
    </section>
  );
}

type TopicFieldProps = { value: string; errors: Errors; onClear: () => void } & Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'value'
> & { ref?: Ref<HTMLSelectElement> };

function TopicField({ value, errors, onClear, ...control }: TopicFieldProps) {
  const { t } = useReader();
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

/** The language menu submits this form, so typed text survives. */
export const FORM_ID = 'support-form';
