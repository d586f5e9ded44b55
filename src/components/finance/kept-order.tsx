import { OwnerField } from '#components/ui/owner-field.tsx';
import { Button } from '#components/ui/button.tsx';
import type { Translate } from '#i18n/translator.ts';

type Props = {
  t: Translate;
  action: string;
  typed: { owner: string; uid: string; destination: string; amount: string; typed_in: string };
  amountText: string;
};

/** Shown on an error page. Sends the same uid again, never the PIN. */
export function KeptOrder({ t, action, typed: { owner, uid, destination, amount, typed_in }, amountText }: Props) {
  return (
    <form className="stack" method="post" action={action}>
      <OwnerField owner={owner} />
      <p>{t('finance:kept.text')}</p>
      <dl className="facts">
        <div>
          <dt>{t('finance:withdraw.to')}</dt>
          <dd className="mono">{destination}</dd>
        </div>
        <div>
          <dt>{t('finance:withdraw.amount')}</dt>
          <dd>{amountText}</dd>
        </div>
      </dl>
      {Object.entries({ uid, destination, amount, typed_in }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} autoComplete="off" />
      ))}
      <p>
        <Button variant="primary">{t('common:broken.again')}</Button>
      </p>
    </form>
  );
}
