import { useState } from 'react';
import type { Call } from '#contracts/call.ts';
import { getAccrualTemplate, uploadAccruals } from '#contracts/console/accruals.ts';
import { consolePath } from '#domain/console-paths.ts';
import { ACCRUAL_REASONS } from '#domain/history.ts';
import { operatorCommand } from '#domain/operator-command.ts';
import { Button } from '#components/ui/button.tsx';
import { Field, marksOf, NO_ERRORS } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useForm } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { ReasonLabels } from './reason-labels.tsx';

/** Ten megabytes take minutes over a slow connection. */
const LIMIT_MS = 300_000;
const BATCH_MAX = 64;

type Props = { call: Call };
type FormValues = { file?: FileList; batch: string; labels: string };

export function UploadForm({ call }: Props) {
  const { t } = useReader();
  const [labels, setLabels] = useState('');
  const form = useForm<typeof uploadAccruals, FormValues>(uploadAccruals, {
    call,
    broken: t('console:act.broken'),
    limitMs: LIMIT_MS,
    inputOf: ({ file, batch }) => {
      const chosenFile = file?.[0] ?? new File([], '');
      return { labels, file: chosenFile, batch: batch || nameOf(chosenFile.name) };
    },
    onDone: ({ draft, problem }) => {
      if (draft) location.assign(consolePath('accrualDraft', { id: draft.id }));
      else if (problem) form.hookForm.setError('file', { type: 'server', message: problem.sentence });
    },
  });
  const { errors: fileErrors, onClear: _, onChange, ...file } = form.field('file');
  const { errors: labelErrors = NO_ERRORS } = form.field('labels');
  const { batch } = form.hookForm.watch();
  return (
    <section className="card stack">
      <h2>{t('console_money:accruals.upload')}</h2>
      <Form of={form} className="stack">
        <Field
          id="file"
          label={t('console_money:accruals.file')}
          hint={t('console_money:accruals.file_hint')}
          errors={fileErrors}
        >
          <input
            {...file}
            {...marksOf('file', fileErrors, true)}
            className="input"
            type="file"
            accept=".csv,text/csv"
            onChange={(event) => {
              void onChange(event);
              const [chosenFile] = event.currentTarget.files ?? [];
              if (chosenFile) form.hookForm.setValue('batch', nameOf(chosenFile.name));
            }}
          />
        </Field>
        <p>
          <a href={getAccrualTemplate.path} download>
            {t('console_money:accruals.template')}
          </a>
        </p>
        <TextField
          label={t('console_money:accruals.batch')}
          hint={t('console_money:accruals.batch_hint')}
          maxLength={BATCH_MAX}
          {...form.field('batch')}
        />
        <p>
          {t('console_money:accruals.reasons')} <code>{ACCRUAL_REASONS.join(', ')}</code>
        </p>
        <details className="fold" open={labelErrors.length > 0 || undefined}>
          <summary>{t('console_money:accruals.labels')}</summary>
          <p className="hint">{t('console_money:accruals.labels_hint')}</p>
          <ReasonLabels errors={labelErrors} onChange={setLabels} />
        </details>
        <details className="fold">
          <summary>{t('console:act.command')}</summary>
          <code className="command" tabIndex={0}>
            {operatorCommand(['accruals', 'import', `${batch || '…'}.csv`], { 'dry-run': '' }, '')}
          </code>
        </details>
        <div role="status">
          <FormNotice of={form} />
          {form.isBusy && <Notice>{t('console_money:accruals.busy')}</Notice>}
        </div>
        <div className="row">
          <Button variant="primary" aria-busy={form.isBusy || undefined}>
            {t('console_money:accruals.check')}
          </Button>
        </div>
      </Form>
    </section>
  );
}

/** Same name as the command gives; characters that a batch name can't have are removed. */
function nameOf(file: string): string {
  return file
    .replace(/\.csv$/i, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, BATCH_MAX);
}
