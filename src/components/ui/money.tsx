import { formatMoney } from '#i18n/format.ts';

/** `isFigure` is the one big sum of a page: its cents are lighter. */
type Props = { amount: string; currency?: string; isSigned?: boolean; isFigure?: boolean };

export function Money({ amount, currency, isSigned = false, isFigure = false }: Props) {
  const [whole = '', part = ''] = formatMoney(amount, { signed: isSigned }).split(',');
  return (
    <span className={isFigure ? 'money figure' : 'money'}>
      {whole}
      {isFigure ? <span>,{part}</span> : `,${part}`}
      {currency && <small> {currency}</small>}
    </span>
  );
}
