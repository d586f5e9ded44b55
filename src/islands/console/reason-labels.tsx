import { useState } from 'react';
import { REASON_LABEL_MAX, REASON_LABELS_MAX } from '#domain/history.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { Button } from '#components/ui/button.tsx';
import { FieldErrors } from '#components/ui/field.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';

/** A reason of this file: its word in the column, and what members read. */
type OwnReason = { id: number; word: string; texts: Record<string, string> };

type Props = { errors: readonly string[]; onChange: (labels: string) => void };

/** Gives the JSON that `--labels` takes; '' for none. */
export function ReasonLabels({ errors, onChange }: Props) {
  const { t } = useReader();
  const [reasons, setReasons] = useState<readonly OwnReason[]>([]);
  const change = (next: readonly OwnReason[]) => {
    setReasons(next);
    onChange(labelsOf(next));
  };
  const set = (index: number, reason: OwnReason) => change(reasons.map((one, at) => (at === index ? reason : one)));
  return (
    <div className="stack">
      {reasons.map((reason, index) => (
        <fieldset key={reason.id} className="fields">
          <legend>{t('console_money:accruals.own_reason', { number: index + 1 })}</legend>
          <TextField
            name={`reason_${index}`}
            maxLength={32}
            label={t('console_money:accruals.reason_word')}
            hint={t('console_money:accruals.reason_word_hint')}
            value={reason.word}
            onChange={({ currentTarget: { value: word } }) => set(index, { ...reason, word })}
          />
          {LANGUAGES.map(({ segment, tag }) => (
            <TextField
              key={segment}
              name={`reason_${index}_${segment}`}
              lang={tag}
              maxLength={REASON_LABEL_MAX}
              label={t('console_money:accruals.reason_in', { language: t(`console_content:languages.${segment}`) })}
              value={reason.texts[segment] ?? ''}
              onChange={({ currentTarget: { value } }) =>
                set(index, { ...reason, texts: { ...reason.texts, [segment]: value } })
              }
            />
          ))}
        </fieldset>
      ))}
      <FieldErrors id="labels" errors={errors} />
      {reasons.length < REASON_LABELS_MAX && (
        <p>
          <Button type="button" onClick={() => change([...reasons, { id: reasons.length, word: '', texts: {} }])}>
            {t('console_money:accruals.add_reason')}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Rows without a word, and empty texts, are left out. */
function labelsOf(reasons: readonly OwnReason[]): string {
  const filled = reasons.filter(({ word }) => word.trim() !== '');
  if (filled.length === 0) return '';
  const textsOf = ({ texts }: OwnReason) => Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
  return JSON.stringify(Object.fromEntries(filled.map((reason) => [reason.word.trim(), textsOf(reason)])));
}
