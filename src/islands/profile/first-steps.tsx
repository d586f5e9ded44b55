import { useState } from 'react';
import { call } from '#client/call.ts';
import { dismissFirstSteps, type FirstSteps as Steps, getFirstSteps } from '#contracts/profile.ts';
import { FIRST_STEPS, type FirstStep } from '#domain/first-steps.ts';
import { path } from '#domain/paths.ts';
import type { Reader } from '#i18n/reader.ts';
import type { TextKey } from '#i18n/text-keys.ts';
import { showToast } from '#stores/toast.ts';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useChanges } from '#islands/shared/use-changes.ts';
import { useForm } from '#islands/shared/use-form.ts';
import { useNewest } from '#islands/shared/use-newest.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { INVITE } from './invite.ts';

/** An island of its own, so that the profile loads no forms. */
export const FirstSteps = withReader(function FirstSteps({ start }: { start: Steps }) {
  const { steps, hide } = useFirstSteps(start);
  return steps && <StepsCard steps={steps} onDismissed={hide} />;
});

type Props = { steps: Steps; onDismissed: () => void };

function StepsCard({ steps, onDismissed }: Props) {
  const { t, language } = useReader();
  // Newcomers find it open. It doesn't fold while it is read.
  const [startsOpen] = useState(!steps.place);
  const form = useForm(dismissFirstSteps, {
    onDone: () => {
      onDismissed();
      // The pressed button disappears with the card.
      document.getElementById('main')?.focus({ preventScroll: true });
      showToast(t('profile:first_steps.hidden'));
    },
  });
  const done = FIRST_STEPS.filter((step) => steps[step]).length;
  return (
    <section className="card" aria-labelledby="first-steps">
      <FormNotice of={form} />
      <details className="details" open={startsOpen}>
        <summary>
          <h2 id="first-steps">{t('profile:first_steps.title')}</h2>{' '}
          <span className="hint">{t('profile:first_steps.count', { done, all: FIRST_STEPS.length })}</span>
        </summary>
        <ul className="first-steps">
          {FIRST_STEPS.map((step) => (
            <Step key={step} step={step} isDone={steps[step]} />
          ))}
        </ul>
        <Form of={form} action={path(language, 'profile')}>
          <Button variant="plain">{t('profile:first_steps.hide')}</Button>
        </Form>
      </details>
    </section>
  );
}

const LABELS: Record<FirstStep, TextKey> = {
  photo: 'settings:photo.title',
  place: 'team:missing.licence',
  pin: 'settings:security.pin',
  second_factor: 'settings:second_factor.title',
  link: 'profile:first_steps.link',
};

function Step({ step, isDone }: { step: FirstStep; isDone: boolean }) {
  const { t, language } = useReader();
  return (
    <li className={isDone ? 'ok' : undefined}>
      <Icon name={isDone ? 'check' : 'plus'} size="small" />
      {isDone ? (
        <span>
          {t(LABELS[step])} <span className="hidden-text">{t('profile:first_steps.done')}</span>
        </span>
      ) : (
        <a className="link" href={whereDone(step, language)}>
          {t(LABELS[step])}
        </a>
      )}
    </li>
  );
}

function whereDone(step: FirstStep, language: Reader['language']): string {
  if (step === 'link') return `#${INVITE}`;
  const pages = { photo: 'settings', place: 'licenses', pin: 'financePin', second_factor: 'secondFactor' } as const;
  return path(language, pages[step]);
}

/** Security notices tell of a PIN and a second factor; a photo shows when the page is looked at again. */
function useFirstSteps(start: Steps) {
  const [steps, setSteps] = useState<Steps | null>(start);
  const begin = useNewest();
  useChanges(['notices', 'session'], async () => {
    if (steps === null) return;
    const isNewest = begin();
    const answer = await call(getFirstSteps, undefined, { isUnasked: true });
    if (isNewest() && answer?.success) setSteps(answer.data.steps);
  });
  return {
    steps,
    hide: () => {
      begin();
      setSteps(null);
    },
  };
}
