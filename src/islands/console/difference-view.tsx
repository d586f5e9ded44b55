import type { Language } from '#domain/languages.ts';
import { formatMoney } from '#i18n/format.ts';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';

type Change = { subject: string; name: string; before: string | null; after: string | null };
type Props = { wrong: readonly string[]; changes: readonly Change[] };

/** Changes found by the command's dry run; `wrong` lists why it refused. */
export function DifferenceView({ wrong, changes }: Props) {
  const reader = useReader();
  const { t } = reader;
  if (wrong.length > 0) {
    return (
      <Notice kind="warn">
        <p>{t('console_content:draft.wrong')}</p>
        <ul>
          {wrong.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Notice>
    );
  }
  if (changes.length === 0) return <p className="muted">{t('console_content:draft.none')}</p>;
  return (
    <div className="scroll" tabIndex={0} role="group" aria-label={t('console_content:draft.changes')}>
      <table className="grid difference">
        <caption className="hidden-text">{t('console_content:draft.changes')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('console_content:draft.subject')}</th>
            <th scope="col">{t('console_content:draft.field')}</th>
            <th scope="col">{t('console_content:draft.before')}</th>
            <th scope="col">{t('console_content:draft.after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ subject, name, before, after }) => {
            const textOf = (value: string | null) => valueText(name, value ?? '–', reader.language);
            const [oldText, newText] = differingLines(textOf(before), textOf(after));
            return (
              <tr key={`${subject} ${name}`}>
                <td>{subject}</td>
                <td>{name || t('console_content:draft.new')}</td>
                <td>{oldText}</td>
                <td>{newText}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Fields of a plan that hold amounts. */
const AMOUNTS = ['price', 'closing', 'transition'];

function valueText(name: string, value: string, language: Language): string {
  return AMOUNTS.includes(name) && value !== '–' ? formatMoney(value, language) : value;
}

function differingLines(before: string, after: string): [string, string] {
  const [oldLines, newLines] = [before.split('\n'), after.split('\n')] as const;
  const shorter = Math.min(oldLines.length, newLines.length);
  let start = 0;
  while (start < shorter && oldLines[start] === newLines[start]) start += 1;
  let end = 0;
  while (end < shorter - start && oldLines.at(-1 - end) === newLines.at(-1 - end)) end += 1;
  const shorten = (lines: readonly string[]) => {
    const middle = lines.slice(start, lines.length - end);
    return [...(start > 0 ? ['…'] : []), ...middle, ...(end > 0 ? ['…'] : [])].join('\n');
  };
  return [shorten(oldLines), shorten(newLines)];
}
