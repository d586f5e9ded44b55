import { useState } from 'react';
import { applyPlanDraft, discardPlanDraft, type PlanDraft, savePlanDraft } from '#contracts/console/plans.ts';
import { FILE_MAX } from '#contracts/console/fields.ts';
import { consolePath } from '#domain/console-paths.ts';
import { whenOf } from '#i18n/reader.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useIsAwake } from '#components/ui/use-is-awake.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { ActDialog } from './act-dialog.tsx';
import { DifferenceView } from './difference-view.tsx';
import { type Plan, PlanForm } from './plan-form.tsx';
import { useConsole } from './use-console.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';

type Props = { start: PlanDraft; fixed: readonly string[] };
type DraftMessage = { kind: 'ok' | 'bad'; text: string; isConflict?: boolean };

export const PlanDraftScreen = withReader(function PlanDraftScreen({ start, fixed }: Props) {
  const reader = useReader();
  const { t } = reader;
  const { call, confirmation } = useConsole();
  const [saved, setSaved] = useState(start);
  const [file, setFile] = useState(start.file);
  const [planId, setPlanId] = useState(plansIn(start.file)?.[0]?.id ?? '');
  const [dialog, setDialog] = useState<'apply' | 'discard'>();
  const [message, setMessage] = useState<DraftMessage>();
  const [isBusy, setBusy] = useState(false);
  const isChanged = file !== saved.file;
  // Input typed before hydration would be lost, so the fields are disabled.
  const isAwake = useIsAwake();
  useLeaveGuard(isChanged);
  const plans = plansIn(file);
  const plan = plans?.find(({ id }) => id === planId) ?? plans?.[0];
  const change = (field: Partial<Plan>) => {
    if (!plan) return;
    const next = plans?.map((item) => (item === plan ? { ...item, ...field } : item));
    setFile(`${JSON.stringify({ plans: next }, null, 2)}\n`);
  };
  const showDraft = (draft: PlanDraft, text?: string) => {
    setSaved(draft);
    setFile(draft.file);
    setDialog(undefined);
    setMessage(text === undefined ? undefined : { kind: 'ok', text });
  };
  const save = async () => {
    if (isBusy) return;
    setBusy(true);
    const answer = await call(savePlanDraft, { file, seen: saved.draft?.changed_at ?? '' });
    setBusy(false);
    if (!answer) return setMessage({ kind: 'bad', text: t('console:act.broken') });
    if (answer.success) return showDraft(answer.data);
    const text = answer.error.fields?.['file']?.[0] ?? answer.error.detail;
    setMessage({ kind: 'bad', text, isConflict: answer.error.code === 'draft_moved_on' });
  };
  return (
    <>
      <div className="row" role="group" aria-label={t('console_content:plans.apply_title')}>
        <Button type="button" variant="primary" aria-busy={isBusy || undefined} onClick={() => void save()}>
          {t('console_content:draft.save')}
        </Button>
        {saved.draft && !isChanged && (
          <>
            {saved.wrong.length === 0 && (
              <Button type="button" onClick={() => setDialog('apply')}>
                {t('console_content:draft.apply')}
              </Button>
            )}
            <Button type="button" variant="plain" onClick={() => setDialog('discard')}>
              {t('console_content:draft.discard')}
            </Button>
          </>
        )}
        <span className="muted" role="status">
          {isChanged && t('console_content:draft.unsaved')}
          {!isChanged &&
            saved.draft &&
            t('console_content:draft.saved', {
              when: whenOf(saved.draft.changed_at, reader),
              name: saved.draft.changed_by,
            })}
        </span>
      </div>
      <div role="status">
        {message && (
          <Notice kind={message.kind}>
            {message.text}{' '}
            {message.isConflict && (
              <a href={consolePath('planDraft')} target="_blank" rel="noopener">
                {t('console_content:draft.latest')}
              </a>
            )}
          </Notice>
        )}
      </div>
      <section className="card stack" aria-labelledby="changes">
        <h2 id="changes">{t('console_content:draft.changes')}</h2>
        <DifferenceView wrong={saved.wrong} changes={saved.changes} />
      </section>
      <fieldset className="bare stack" disabled={!isAwake}>
        <section className="card stack" aria-label={t('console_content:plans.list')}>
          {plans && plan ? (
            <>
              <Select
                name="plan"
                label={t('console_content:plans.list')}
                value={plan.id}
                options={plans.map(({ id, title }) => ({ value: id, label: `${title?.['ru'] ?? ''} (${id})` }))}
                onChange={({ currentTarget: { value } }) => setPlanId(value)}
              />
              <PlanForm key={plan.id} plan={plan} isFixed={fixed.includes(plan.id)} onChange={change} />
            </>
          ) : (
            <Notice kind="warn">{t('console_content:plans.json_broken')}</Notice>
          )}
        </section>
        <details className="card fold">
          <summary>{t('console_content:plans.json')}</summary>
          <TextField
            name="file"
            isMultiline
            rows={24}
            maxLength={FILE_MAX}
            spellCheck={false}
            className="input mono"
            label={t('console_content:draft.file')}
            hint={t('console_content:plans.json_hint')}
            value={file}
            onChange={({ currentTarget: { value } }) => setFile(value)}
          />
        </details>
      </fieldset>
      {dialog === 'apply' && (
        <ActDialog
          title={t('console_content:plans.apply_title')}
          command={() => ({ words: ['plans', 'apply', 'plans.json'] })}
          call={call}
          contract={applyPlanDraft}
          input={{ shown: saved.shown }}
          onDone={() => showDraft({ ...saved, draft: null, changes: [] }, t('console_content:plans.applied'))}
          onClose={() => setDialog(undefined)}
        >
          <p>{t('console_content:plans.apply_text')}</p>
          <DifferenceView wrong={[]} changes={saved.changes} />
        </ActDialog>
      )}
      {dialog === 'discard' && (
        <ActDialog
          title={t('console_content:draft.discard')}
          isBad
          call={call}
          contract={discardPlanDraft}
          input={{ seen: saved.draft?.changed_at ?? '' }}
          onDone={(draft) => showDraft(draft, t('console_content:draft.discarded'))}
          onClose={() => setDialog(undefined)}
        >
          <p>{t('console_content:draft.discard_text')}</p>
        </ActDialog>
      )}
      {confirmation}
    </>
  );
});

/** undefined unless each plan has an id; then only the file's text can be edited. */
function plansIn(file: string): Plan[] | undefined {
  try {
    const { plans } = JSON.parse(file) as { plans?: unknown };
    const isValid = Array.isArray(plans) && plans.every((item: Partial<Plan> | null) => typeof item?.id === 'string');
    return isValid && plans.length > 0 ? (plans as Plan[]) : undefined;
  } catch {
    return undefined;
  }
}
