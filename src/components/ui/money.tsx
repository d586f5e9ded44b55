import type { Language } from '#domain/languages.ts';
import { moneyParts } from '#i18n/format.ts';

/** `isFigure` is the one big sum of a page: its cents are lighter. */
type Props = { amount: string; language: Language; currency?: string; isSigned?: boolean; isFigure?: boolean };

export function Money({ amount, language, currency, isSigned = false, isFigure = false }: Props) {
  const { sign, whole, mark, part } = moneyParts(amount, language);
  const cents = `${mark}${part}`;
  return (
    <span className={isFigure ? 'money figure' : 'money'}>
      {sign || (isSigned && '+')}
      {whole}
      {isFigure ? <span>{cents}</span> : cents}
      {currency && <small> {currency}</small>}
    </span>
  );
}
