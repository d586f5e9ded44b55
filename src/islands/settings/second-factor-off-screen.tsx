import { useState } from 'react';
import { removeTotp } from '#contracts/second-factor.ts';
import { path } from '#domain/paths.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { type Rendered, useForm } from '#islands/shared/use-form.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { ProofFields } from './proof-fields.tsx';

type Props = { username: string; rendered: Rendered };

export const SecondFactorOffScreen = withReader(function SecondFactorOffScreen({ username, rendered }: Props) {
  const { t, language } = useReader();
  const [isOff, setOff] = useState(false);
  const form = useForm(removeTotp, { rendered, onDone: () => setOff(true) });
  if (isOff) {
    return (
      <Notice kind="ok" takesFocus>
        {t('settings:done.factor_off')}
      </Notice>
    );
  }
  return (
    <Form of={form} className="card stack form" action={path(language, 'secondFactorOff')} autoComplete="off">
      <FormNotice of={form} />
      <p>{t('settings:second_factor.off_lede')}</p>
      <ProofFields field={form.field} username={username} />
      <Button variant="bad" block aria-busy={form.isBusy}>
        {t('settings:second_factor.turn_off')}
      </Button>
    </Form>
  );
});
