import { resumeWithdrawals } from '#contracts/destinations.ts';
import { path } from '#domain/paths.ts';
import { Button } from '#components/ui/button.tsx';
import { ChangeProof } from '#islands/shared/change-proof.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { type Rendered, useForm } from '#islands/shared/use-form.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';

type Props = { asksCode: boolean; uid: string; rendered: Rendered };

export const ResumptionForm = withReader(function ResumptionForm({ asksCode, uid, rendered }: Props) {
  const { t, language } = useReader();
  const form = useForm(resumeWithdrawals, {
    rendered,
    uid,
    onDone: () => location.assign(path(language, 'finance', { done: 'resumed' })),
  });
  return (
    <Form of={form} className="card stack form" action={path(language, 'financeResumption')} autoComplete="off">
      <FormNotice of={form} />
      <p>{t('finance:resume.lede')}</p>
      <p>
        <a className="link" href={path(language, 'destinations')}>
          {t('settings:destinations.title')}
        </a>
        {' · '}
        <a className="link" href={path(language, 'settingsSecurity')}>
          {t('settings:sessions.title')}
        </a>
      </p>
      <ChangeProof by="pin" field={form.field} />
      {asksCode && <ChangeProof by="code" field={form.field} />}
      <Button variant="primary" block aria-busy={form.isBusy}>
        {t('finance:resume.submit')}
      </Button>
    </Form>
  );
});
