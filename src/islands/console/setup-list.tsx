import { useState } from 'react';
import type { Call } from '#contracts/call.ts';
import { markSetup, type SetupList as Steps } from '#contracts/console/overview.ts';
import { consolePath } from '#domain/console-paths.ts';
import { SETUP_MARKS, SETUP_STEPS, type SetupMark, type SetupStep } from '#domain/setup-steps.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useForm } from '#islands/shared/use-form.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { useConsole } from './use-console.tsx';

type Props = { start: NonNullable<Steps>; canMark: boolean };

/** First steps of a new installation. Facts tick them; an owner marks the others. */
export const SetupList = withReader(function SetupList({ start, canMark }: Props) {
  const { t } = useReader();
  const { call, confirmation } = useConsole();
  const [steps, setSteps] = useState<Steps>(start);
  if (!steps) return null;
  const markProps = { call, onDone: setSteps };
  return (
    <section className="card stack" aria-labelledby="setup">
      <h2 id="setup">{t('console:setup.title')}</h2>
      <ul className="stack">
        {steps.map(({ step, is_done: isDone }) => {
          const mark = SETUP_MARKS.find((one) => one === step);
          return (
            <li key={step} className="row between">
              <StepName step={step} />
              {isDone && <Badge kind="ok">{t('console:setup.done')}</Badge>}
              {!isDone && canMark && mark && <Mark {...markProps} mark={mark} label={t('console:setup.mark')} />}
            </li>
          );
        })}
      </ul>
      {canMark && <Mark {...markProps} mark="all" label={t('console:setup.hide')} />}
      {confirmation}
    </section>
  );
});

type MarkProps = { mark: SetupMark; label: string; call: Call; onDone: (steps: Steps) => void };

function Mark({ mark, label, call, onDone }: MarkProps) {
  const { t } = useReader();
  const form = useForm<typeof markSetup, { mark: string }>(markSetup, {
    call,
    broken: t('console:act.broken'),
    inputOf: () => ({ mark }),
    onDone: ({ setup }) => onDone(setup),
  });
  return (
    <Form of={form}>
      <FormNotice of={form} />
      <input type="hidden" name="mark" value={mark} />
      <Button variant={mark === 'all' ? 'plain' : undefined} aria-busy={form.isBusy || undefined}>
        {label}
      </Button>
    </Form>
  );
}

function StepName({ step }: { step: SetupStep }) {
  const { t } = useReader();
  const { page } = SETUP_STEPS[step];
  const name = t(`console:setup.steps.${step}`);
  const where = step === 'backup' ? 'npm run operator -- backup FILE' : 'docs/operate.md';
  if (page) {
    return (
      <a className="link" href={consolePath(page)}>
        {name}
      </a>
    );
  }
  return (
    <span>
      {name}: <code>{where}</code>
    </span>
  );
}
