import type { Language } from '#domain/languages.ts';
import { formatMoney } from '#i18n/format.ts';

type Props = { amount: string; language: Language; currency?: string; isSigned?: boolean; isFigure?: boolean };

export function Money({ amount, language, currency, isSigned = false, isFigure = false }: Props) {
  const [whole, cents] = formatMoney(amount, language, { signed: isSigned }).split(/(?=[.,])/);
  return (
    <span className={isFigure ? 'money figure' : 'money'}>
      {whole}
      {isFigure ? <span>{cents}</span> : cents}
      {currency && <small> {currency}</small>}
    </span>
  );
}
