import type { SecurityEntry } from '#contracts/console/member-lists.ts';
import type { Reader } from '#i18n/reader.ts';
import type { Column } from './use-list.ts';
import { When } from './when.tsx';

export function securityColumns({ t }: Reader): Column<SecurityEntry>[] {
  return [
    { id: 'at', label: t('console_members:card.at'), isFixed: true, cell: ({ at }) => <When at={at} /> },
    {
      id: 'event',
      label: t('console_members:security.event'),
      isFixed: true,
      cell: ({ title, about }) => (about ? `${title}: ${about}` : title),
    },
    {
      id: 'device',
      label: t('console_members:card.device'),
      cell: ({ device }) => device || t('console_members:security.nobody'),
    },
    { id: 'range', label: t('console_members:card.range'), cell: ({ range }) => range },
  ];
}
