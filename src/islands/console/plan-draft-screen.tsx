import { useState } from 'react';
import {
  applyPlanDraft,
  discardPlanDraft,
  getPlansExample,
  getPlansSchema,
  type PlanDraft,
  savePlanDraft,
} from '#contracts/console/plans.ts';
import { FILE_MAX } from '#contracts/console/fields.ts';
import { consolePath } from '#domain/console-paths.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useIsAwake } from '#components/ui/use-is-awake.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { ActDialog } from './act-dialog.tsx';
import { DifferenceView } from './difference-view.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { DraftBar } from './draft-bar.tsx';
import { type Plan, PlanForm } from './plan-form.tsx';
import { useConsole } from './use-console.tsx';
import { useFileDraft } from './use-file-draft.ts';

/** `isFirst`: there are no plans yet. */
type Props = { start: PlanDraft; fixed: readonly string[]; isFirst: boolean };

export const PlanDraftScreen = withReader(function PlanDraftScreen({ start, fixed, isFirst }: Props) {
  const { t, language } = useReader();
  const { call, confirmation } = useConsole();
  const draft = useFileDraft(start, (input) => call(savePlanDraft, input));
  const { saved, file, setFile, show } = draft;
  const [planId, setPlanId] = useState(plansIn(start.file)?.[0]?.id ?? '');
  const [dialog, setDialog] = useState<'apply' | 'discard'>();
  // Input typed before hydration would be lost, so the fields are disabled.
  const isAwake = useIsAwake();
  const plans = plansIn(file);
  const plan = plans?.find(({ id }) => id === planId) ?? plans?.[0];
  const change = (field: Partial<Plan>) => {
    if (!plan) return;
    const next = plans?.map((item) => (item === plan ? { ...item, ...field } : item));
    const others = JSON.parse(file) as object;
    setFile(`${JSON.stringify({ ...others, plans: next }, null, 2)}\n`);
  };
  const close = () => setDialog(undefined);
  const done = (next: PlanDraft, text: string) => {
    close();
    show(next, text);
  };
  return (
    <>
      <DraftBar
        of={draft}
        label={t('console_content:plans.apply_title')}
        apply={t('console_content:draft.apply')}
        href={consolePath('planDraft')}
        onApply={() => setDialog('apply')}
        onDiscard={() => setDialog('discard')}
      />
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
                options={plans.map(({ id, title }) => ({
                  value: id,
                  label: `${title?.[language] ?? Object.values(title ?? {})[0] ?? ''} (${id})`,
                }))}
                onChange={({ currentTarget: { value } }) => setPlanId(value)}
              />
              <PlanForm key={plan.id} plan={plan} isFixed={fixed.includes(plan.id)} onChange={change} />
            </>
          ) : isFirst && plans ? (
            <>
              <p>{t('console_content:plans.start_text')}</p>
              <p>
                <Button
                  type="button"
                  variant="primary"
                  aria-busy={draft.isBusy || undefined}
                  onClick={() => void draft.save(() => call(getPlansExample))}
                >
                  {t('console_content:plans.start')}
                </Button>
              </p>
            </>
          ) : (
            <Notice kind="warn">{t('console_content:plans.json_broken')}</Notice>
          )}
        </section>
        <details className="card fold">
          <summary>{t('console_content:plans.json')}</summary>
          <p>
            <a href={getPlansSchema.path} download>
              {t('console_content:plans.schema')}
            </a>
          </p>
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
          onDone={() => done({ ...saved, draft: null, changes: [] }, t('console_content:plans.applied'))}
          onClose={close}
        >
          <p>{t('console_content:plans.apply_text')}</p>
          <DifferenceView wrong={[]} changes={saved.changes} />
        </ActDialog>
      )}
      {dialog === 'discard' && (
        <DiscardDialog
          call={call}
          contract={discardPlanDraft}
          input={{ seen: saved.draft?.changed_at ?? '' }}
          onDone={(next) => done(next, t('console_content:draft.discarded'))}
          onClose={close}
        />
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
    return isValid ? (plans as Plan[]) : undefined;
  } catch {
    return undefined;
  }
}
