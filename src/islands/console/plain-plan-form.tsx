import type { ReactNode } from 'react';
import type { PlanDraft } from '#contracts/console/plans.ts';
import { FILE_MAX, REASON_MAX } from '#contracts/console/fields.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { OwnerField } from '#components/ui/owner-field.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import type { FormResult } from './account-props.ts';
import { ConfirmationCode } from './confirmation-code.tsx';
import { DifferenceView } from './difference-view.tsx';

/** `typed`: kept after a refusal. */
export type PlainResult = FormResult & { typed?: { file: string; reason: string } };

type Props = { draft: PlanDraft; isFirst: boolean; result: PlainResult };

/** The draft without scripts: begin, apply what is shown, or save the file. */
export const PlainPlanForm = withReader(function PlainPlanForm({ draft, isFirst, result }: Props) {
  const { t } = useReader();
  const { message, errors, typed } = result;
  const seen = draft.draft?.changed_at ?? '';
  return (
    <div className="stack">
      {message && <Notice kind={message.kind}>{message.text}</Notice>}
      <section className="card stack">
        <h2>{t('console_content:draft.changes')}</h2>
        <DifferenceView wrong={draft.wrong} changes={draft.changes} />
        {draft.draft && draft.wrong.length === 0 && (
          <ActForm act="apply" label={t('console_content:plans.apply_title')}>
            <input type="hidden" name="shown" value={draft.shown} />
            <TextField
              name="reason"
              label={t('console:act.reason')}
              hint={t('console:act.reason_hint')}
              maxLength={REASON_MAX}
              errors={errors?.['reason']}
              defaultValue={typed?.reason}
            />
            <ConfirmationCode id="code" {...{ result }} />
          </ActForm>
        )}
      </section>
      {isFirst && !draft.draft && (
        <section className="card stack">
          <ActForm act="example" label={t('console_content:plans.start')}>
            <input type="hidden" name="seen" value={seen} />
            <p>{t('console_content:plans.start_text')}</p>
          </ActForm>
        </section>
      )}
      <section className="card stack">
        <ActForm act="save" label={t('console_content:draft.save')}>
          <input type="hidden" name="seen" value={seen} />
          <TextField
            name="file"
            isMultiline
            rows={24}
            maxLength={FILE_MAX}
            spellCheck={false}
            className="input mono"
            label={t('console_content:draft.file')}
            errors={errors?.['file']}
            defaultValue={typed?.file || draft.file}
          />
        </ActForm>
      </section>
    </div>
  );
});

type ActFormProps = { act: 'example' | 'save' | 'apply'; label: string; children: ReactNode };

/** In parts: texts of six languages would be three times as large in a plain form. */
function ActForm({ act, label, children }: ActFormProps) {
  const { owner } = useReader();
  return (
    <form method="post" encType="multipart/form-data" className="stack">
      <OwnerField owner={owner} />
      {children}
      <p>
        <Button name="act" value={act} variant="primary">
          {label}
        </Button>
      </p>
    </form>
  );
}
