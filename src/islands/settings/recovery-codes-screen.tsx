import { useState } from 'react';
import { renewRecoveryCodes } from '#contracts/second-factor.ts';
import { path } from '#domain/paths.ts';
import { Button } from '#components/ui/button.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { type Rendered, useForm } from '#islands/shared/use-form.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { ProofFields } from './proof-fields.tsx';
import { type CodesAccount, RecoveryCodes } from './recovery-codes.tsx';

type Props = {
  codes: readonly string[] | undefined;
  account: CodesAccount;
  rendered: Rendered;
};

export const RecoveryCodesScreen = withReader(function RecoveryCodesScreen(props: Props) {
  const { t, language } = useReader();
  const [codes, setCodes] = useState(props.codes);
  const form = useForm(renewRecoveryCodes, {
    rendered: props.rendered,
    onDone: ({ recovery_codes: newCodes }) => setCodes(newCodes),
  });
  if (codes) return <RecoveryCodes codes={codes} isFresh={codes !== props.codes} account={props.account} />;
  return (
    <Form of={form} className="card stack form" action={path(language, 'recoveryCodes')} autoComplete="off">
      <FormNotice of={form} />
      <p>{t('settings:second_factor.renew_lede')}</p>
      <ProofFields field={form.field} username={props.account.username} />
      <Button variant="primary" block aria-busy={form.isBusy}>
        {t('settings:second_factor.renew')}
      </Button>
    </Form>
  );
});
