import { type SubmitEvent, useState } from 'react';
import { markSetup, type SetupList as Steps } from '#contracts/console/overview.ts';
import { consolePath } from '#domain/console-paths.ts';
import { SETUP_MARKS, SETUP_STEPS, type SetupStep } from '#domain/setup-steps.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { OwnerField } from '#components/ui/owner-field.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { useConsole } from './use-console.tsx';

type Props = { start: NonNullable<Steps>; canMark: boolean };

/** First steps of a new installation. Facts tick them; without scripts the form marks the others. */
export const SetupList = withReader(function SetupList({ start, canMark }: Props) {
  const { t, owner } = useReader();
  const { call, confirmation } = useConsole();
  const [steps, setSteps] = useState<Steps>(start);
  const [isBroken, setBroken] = useState(false);
  if (!steps) return null;
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { value } = event.nativeEvent.submitter as HTMLButtonElement;
    const mark = SETUP_MARKS.find((one) => one === value);
    const answer = mark && (await call(markSetup, { mark }));
    setBroken(!answer?.success);
    if (answer?.success) setSteps(answer.data.setup);
  };
  return (
    <section className="card stack" aria-labelledby="setup">
      <h2 id="setup">{t('console:setup.title')}</h2>
      <div role="status">{isBroken && <Notice kind="bad">{t('console:act.broken')}</Notice>}</div>
      <form method="post" className="stack" onSubmit={(event) => void submit(event)}>
        <OwnerField owner={owner} />
        <ul className="stack">
          {steps.map(({ step, is_done: isDone }) => (
            <li key={step} className="row between">
              <StepName step={step} />
              {isDone ? (
                <Badge kind="ok">{t('console:setup.done')}</Badge>
              ) : (
                canMark &&
                SETUP_MARKS.some((mark) => mark === step) && (
                  <Button name="mark" value={step}>
                    {t('console:setup.mark')}
                  </Button>
                )
              )}
            </li>
          ))}
        </ul>
        {canMark && (
          <p>
            <Button name="mark" value="all" variant="plain">
              {t('console:setup.hide')}
            </Button>
          </p>
        )}
      </form>
      {confirmation}
    </section>
  );
});

function StepName({ step }: { step: SetupStep }) {
  const { t } = useReader();
  const { page } = SETUP_STEPS[step];
  const name = t(`console:setup.steps.${step}`);
  return (
    <span>
      {page ? (
        <a className="link" href={consolePath(page)}>
          {name}
        </a>
      ) : (
        name
      )}
      {step === 'backup' && (
        <>
          : <code>npm run operator -- backup FILE</code>
        </>
      )}
      {step === 'alerts' && (
        <>
          : <code>docs/operate.md, Monitoring</code>
        </>
      )}
    </span>
  );
}
