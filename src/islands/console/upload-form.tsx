import { useRef, useState } from 'react';
import type { Call } from '#contracts/call.ts';
import { getAccrualTemplate, uploadAccruals } from '#contracts/console/accruals.ts';
import { REASON_MAX } from '#contracts/console/fields.ts';
import { consolePath } from '#domain/console-paths.ts';
import { operatorCommand } from '#domain/operator-command.ts';
import { Button } from '#components/ui/button.tsx';
import { Field, marksOf, NO_ERRORS } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';

/** Ten megabytes over a slow line take their time. */
const PATIENCE_MS = 300_000;
const BATCH_MAX = 64;
const LABELS_MAX = 16_000;

type Props = { ask: Call };

/** Takes a file and leads to what was found in it. A batch is called as its file unless something else is typed. */
export function UploadForm({ ask }: Props) {
  const { t } = useReader();
  const [errors, setErrors] = useState<Record<string, readonly string[]>>({});
  const [words, setWords] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [typed, setTyped] = useState({ batch: '', reason: '' });
  const batchInput = useRef<HTMLInputElement>(null);
  const send = async (form: FormData) => {
    if (isBusy) return;
    setBusy(true);
    setWords('');
    setErrors({});
    const chosen = form.get('file');
    const file = chosen instanceof File ? chosen : new File([], '');
    const { batch, labels, reason } = wordsOf(form);
    const input = { file, batch: batch || nameOf(file.name), labels, reason };
    const answer = await ask(uploadAccruals, input, { signal: AbortSignal.timeout(PATIENCE_MS) });
    setBusy(false);
    if (!answer) return setWords(t('console:act.broken'));
    if (!answer.success) {
      setErrors(answer.error.fields ?? {});
      return setWords(answer.error.fields ? '' : answer.error.detail);
    }
    const { draft, problem } = answer.data;
    if (draft) return location.assign(consolePath('accrualDraft', { id: draft.id }));
    if (problem) setErrors({ file: [problem.sentence] });
  };
  const fileErrors = errors['file'] ?? NO_ERRORS;
  return (
    <section className="card stack">
      <h2>{t('console_money:accruals.upload')}</h2>
      <form
        className="stack"
        onChange={(event) => setTyped(wordsOf(new FormData(event.currentTarget)))}
        onSubmit={(event) => {
          event.preventDefault();
          void send(new FormData(event.currentTarget));
        }}
      >
        <Field
          id="file"
          label={t('console_money:accruals.file')}
          hint={t('console_money:accruals.file_hint')}
          errors={fileErrors}
        >
          <input
            {...marksOf('file', fileErrors, true)}
            className="input"
            type="file"
            name="file"
            accept=".csv,text/csv"
            onChange={({ currentTarget: { files } }) => {
              setErrors({});
              if (files?.[0] && batchInput.current) batchInput.current.value = nameOf(files[0].name);
            }}
          />
        </Field>
        <p>
          <a href={getAccrualTemplate.path} download>
            {t('console_money:accruals.template')}
          </a>
        </p>
        <TextField
          name="batch"
          label={t('console_money:accruals.batch')}
          hint={t('console_money:accruals.batch_hint')}
          maxLength={BATCH_MAX}
          ref={batchInput}
          errors={errors['batch']}
        />
        <TextField
          name="labels"
          isMultiline
          rows={2}
          label={t('console_money:accruals.labels')}
          hint={t('console_money:accruals.labels_hint')}
          maxLength={LABELS_MAX}
          errors={errors['labels']}
        />
        <TextField
          name="reason"
          label={t('console:act.reason')}
          hint={t('console:act.reason_hint')}
          maxLength={REASON_MAX}
          errors={errors['reason']}
        />
        <details className="fold">
          <summary>{t('console:act.command')}</summary>
          <code className="command" tabIndex={0}>
            {operatorCommand(['accruals', 'import', `${typed.batch || '…'}.csv`], { 'dry-run': '' }, typed.reason)}
          </code>
        </details>
        <div role="status">
          {words && <Notice kind="bad">{words}</Notice>}
          {isBusy && <Notice>{t('console_money:accruals.busy')}</Notice>}
        </div>
        <div className="row">
          <Button variant="primary" aria-busy={isBusy || undefined}>
            {t('console_money:accruals.check')}
          </Button>
        </div>
      </form>
    </section>
  );
}

function wordsOf(form: FormData) {
  const word = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { batch: word('batch'), labels: word('labels'), reason: word('reason') };
}

/** As the command names a batch, without what a name can't have. */
function nameOf(file: string): string {
  return file
    .replace(/\.csv$/i, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, BATCH_MAX);
}
