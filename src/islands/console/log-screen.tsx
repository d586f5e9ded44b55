import { listLog, type LogEntry } from '#contracts/console/log.ts';
import { AUDIT_ACTIONS } from '#domain/audit-words.ts';
import { consolePath } from '#domain/console-paths.ts';
import { type Reader } from '#i18n/reader.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { ActionText, actionText, AuditValues } from './audit-words.tsx';
import { ListScreen } from './list-screen.tsx';
import type { Column, ListStart } from './use-list.ts';
import { When } from './when.tsx';

type Props = {
  start: ListStart<typeof listLog>;
};

export const LogScreen = withReader(function LogScreen({ start }: Props) {
  const { t } = useReader();
  const days = [
    { name: 'from', label: t('console:log.from') },
    { name: 'to', label: t('console:log.to') },
  ];
  const actions = {
    name: 'action',
    label: t('console:log.action'),
    all: t('console:log.all_actions'),
    options: AUDIT_ACTIONS.map((value) => ({ value, label: actionText(value, t) })),
  };
  return (
    <ListScreen
      {...{ start, columnsOf }}
      contract={listLog}
      path={consolePath('log')}
      caption={t('console:log.title')}
      rowId={({ number }) => String(number)}
      filters={{ searchHint: t('console:log.search_hint'), choices: [actions], days }}
    />
  );
});

function columnsOf(reader: Reader): Column<LogEntry>[] {
  const { t } = reader;
  return [
    { id: 'number', label: t('console:log.number'), isNumber: true, isFixed: true, cell: ({ number }) => number },
    {
      id: 'at',
      label: t('console:log.at'),
      cell: ({ at }) => <When at={at} />,
    },
    {
      id: 'actor',
      label: t('console:log.actor'),
      cell: ({ actor, name }) => <span title={actor}>{name ?? actor}</span>,
    },
    {
      id: 'action',
      label: t('console:log.action'),
      isFixed: true,
      cell: ({ action }) => <ActionText {...{ action }} />,
    },
    { id: 'subject', label: t('console:log.subject'), cell: ({ subject }) => <Subject subject={subject} /> },
    { id: 'reason', label: t('console:log.reason'), cell: ({ reason }) => reason },
    { id: 'before', label: t('console:log.before'), cell: ({ before }) => <AuditValues values={before} /> },
    { id: 'after', label: t('console:log.after'), cell: ({ after }) => <AuditValues values={after} /> },
    { id: 'address', label: t('console:log.address'), cell: ({ address }) => address },
  ];
}

function Subject({ subject }: { subject: string }) {
  const [kind = '', id = ''] = subject.split(/:(.*)/s);
  const href = hrefOf(kind, id);
  return href ? (
    <a className="link mono" href={href}>
      {subject}
    </a>
  ) : (
    <span className="mono">{subject}</span>
  );
}

function hrefOf(kind: string, id: string): string | undefined {
  switch (kind) {
    case 'member':
      return consolePath('member', { username: id });
    case 'withdrawal':
      return consolePath('withdrawal', { id });
    case 'transaction':
      return consolePath('transaction', { id });
    case 'post':
      return consolePath('post', { slug: id });
    case 'support':
      return consolePath('supportRequest', { number: id });
    default:
      return undefined;
  }
}
