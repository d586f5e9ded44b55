import { path } from '#domain/paths.ts';
import type { SupportAbout } from '#domain/support.ts';
import type { Reader } from '#i18n/reader.ts';
import type { Text } from './texts.ts';

const WORDS = { transaction: 'transactions:open', withdrawal: 'finance:history.withdrawal' } as const;

/** Leads to what a request is about. */
export function AboutLink({ about: { kind, id }, reader }: { about: SupportAbout; reader: Reader<Text> }) {
  return (
    <a className="link" href={path(reader.language, kind, { id })}>
      {reader.t(WORDS[kind])}
    </a>
  );
}
