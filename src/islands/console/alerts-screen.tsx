import { useState } from 'react';
import { type ConsoleWebhook, type getAlertSettings, listWebhooks, testWebhook } from '#contracts/console/alerts.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { consolePath } from '#domain/console-paths.ts';
import { WEBHOOK_STATES } from '#domain/staff-alerts.ts';
import type { Reader } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { ActDialog } from './act-dialog.tsx';
import { ListScreen } from './list-screen.tsx';
import type { Column, ListStart } from './use-list.ts';
import { When } from './when.tsx';

type Props = {
  start: ListStart<typeof listWebhooks>;
  settings: OutputOf<typeof getAlertSettings>;
  canTest: boolean;
};

export const AlertsScreen = withReader(function AlertsScreen({ start, settings, canTest }: Props) {
  const { t } = useReader();
  const [isTesting, setTesting] = useState(false);
  return (
    <ListScreen
      {...{ start, columnsOf }}
      contract={listWebhooks}
      path={consolePath('alerts')}
      caption={t('console:alerts.title')}
      rowId={({ id }) => id}
      head={<Settings {...settings} />}
      filters={{
        choices: [
          {
            name: 'state',
            label: t('console:alerts.state'),
            all: t('console:withdrawals.all'),
            options: WEBHOOK_STATES.map((value) => ({ value, label: t(`console:alerts.states.${value}`) })),
          },
        ],
      }}
      renderTools={() =>
        canTest &&
        settings.webhook && (
          <p className="tools">
            <Button type="button" onClick={() => setTesting(true)}>
              {t('console:alerts.test')}
            </Button>
          </p>
        )
      }
      renderDialog={({ call, list, showMessage }) =>
        isTesting && (
          <ActDialog
            title={t('console:alerts.test')}
            command={() => ({ words: ['alerts', 'test'] })}
            call={call}
            contract={testWebhook}
            input={{}}
            onDone={(webhook) => {
              const answer = answerText(webhook, t);
              setTesting(false);
              showMessage(
                t(webhook.state === 'delivered' ? 'console:alerts.test_delivered' : 'console:alerts.test_failed', {
                  answer,
                }),
              );
              void list.reload();
            }}
            onClose={() => setTesting(false)}
          >
            <p>{t('console:alerts.test_text')}</p>
          </ActDialog>
        )
      }
    />
  );
});

function Settings({ webhook, backup }: OutputOf<typeof getAlertSettings>) {
  const { t } = useReader();
  return (
    <>
      <p>{t('console:alerts.text')}</p>
      <p>
        {webhook ? (
          <>
            {t('console:alerts.webhook')} <b>{webhook}</b>
          </>
        ) : (
          t('console:alerts.webhook_off')
        )}
      </p>
      <p>
        {t('console:alerts.backup')}: <b>{backup ? <When at={backup} /> : t('console:alerts.backup_none')}</b>
      </p>
    </>
  );
}

const BADGES = { waiting: 'info', delivered: 'ok', failed: 'bad' } as const;

function answerText({ status, error }: ConsoleWebhook, t: Reader['t']): string {
  if (error === 'timeout') return t('console:alerts.timeout');
  return String(status ?? error ?? '—');
}

function columnsOf({ t }: Reader): Column<ConsoleWebhook>[] {
  return [
    {
      id: 'kind',
      label: t('console:alerts.kind'),
      isFixed: true,
      cell: ({ kind }) => t(`console:alerts.kinds.${kind}`),
    },
    {
      id: 'state',
      label: t('console:alerts.state'),
      isFixed: true,
      cell: ({ state }) => <Badge kind={BADGES[state]}>{t(`console:alerts.states.${state}`)}</Badge>,
    },
    { id: 'created', label: t('console:alerts.created'), sort: 'at', cell: ({ created_at: at }) => <When at={at} /> },
    { id: 'attempts', label: t('console:alerts.attempts'), isNumber: true, cell: ({ attempts }) => attempts },
    { id: 'next', label: t('console:alerts.next'), cell: ({ next_at: at }) => at && <When at={at} /> },
    {
      id: 'answer',
      label: t('console:alerts.answer'),
      cell: (webhook) => (webhook.attempts > 0 ? answerText(webhook, t) : null),
    },
    { id: 'id', label: 'ID', cell: ({ id }) => <code>{id}</code> },
  ];
}
