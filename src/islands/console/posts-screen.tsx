import { useState } from 'react';
import type { Call } from '#contracts/call.ts';
import {
  beginPost,
  type ConsolePost,
  listConsolePosts,
  pinConsolePost,
  POST_FILTERS,
  withdrawConsolePost,
} from '#contracts/console/posts.ts';
import { consolePath } from '#domain/console-paths.ts';
import { POST_KINDS, type PostKind } from '#domain/feed.ts';
import { type Reader } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useForm } from '#islands/shared/use-form.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { ListScreen } from './list-screen.tsx';
import { ActDialog } from './act-dialog.tsx';
import { useFirstFocus } from './use-first-focus.ts';
import type { Column, ListStart } from './use-list.ts';
import { When } from './when.tsx';

type Props = {
  start: ListStart<typeof listConsolePosts>;
  canChange: boolean;
};
type OpenDialog = { act: 'begin' } | { act: 'pin' | 'unpin' | 'withdraw'; row: ConsolePost };

export const PostsScreen = withReader(function PostsScreen({ start, canChange }: Props) {
  const { t } = useReader();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const kinds = POST_KINDS.map((value) => ({ value, label: t(`console_content:posts.kinds.${value}`) }));
  return (
    <ListScreen
      {...{ start, columnsOf }}
      contract={listConsolePosts}
      path={consolePath('posts')}
      caption={t('console_content:posts.title')}
      rowId={({ slug }) => slug}
      head={
        canChange && (
          <div className="tools">
            <Button type="button" variant="primary" onClick={() => setDialog({ act: 'begin' })}>
              {t('console_content:posts.begin')}
            </Button>
          </div>
        )
      }
      filters={{
        searchHint: t('console_content:posts.search_hint'),
        choices: [
          {
            name: 'state',
            label: t('console_content:posts.state'),
            all: t('console_content:posts.all'),
            options: POST_FILTERS.map((value) => ({ value, label: t(`console_content:posts.states.${value}`) })),
          },
          {
            name: 'kind',
            label: t('console_content:posts.kind'),
            all: t('console_content:posts.all'),
            options: kinds,
          },
        ],
      }}
      renderActs={
        canChange &&
        ((row) =>
          row.state && (
            <>
              <Button
                type="button"
                variant="plain"
                onClick={() => setDialog({ act: row.is_pinned ? 'unpin' : 'pin', row })}
              >
                {t(row.is_pinned ? 'console_content:posts.unpin' : 'console_content:posts.pin')}
              </Button>{' '}
              {row.state !== 'withdrawn' && (
                <Button type="button" variant="plain" onClick={() => setDialog({ act: 'withdraw', row })}>
                  {t('console_content:posts.withdraw')}
                </Button>
              )}
            </>
          ))
      }
      renderDialog={({ call, list, showMessage }) =>
        dialog?.act === 'begin' ? (
          <BeginDialog call={call} kinds={kinds} onClose={close} />
        ) : (
          dialog && (
            <ActDialog
              title={t(`console_content:posts.${dialog.act}_title`)}
              isBad={dialog.act === 'withdraw'}
              command={() => ({ words: ['posts', dialog.act, dialog.row.slug] })}
              call={call}
              contract={dialog.act === 'withdraw' ? withdrawConsolePost : pinConsolePost}
              input={{
                slug: dialog.row.slug,
                ...(dialog.act !== 'withdraw' && { pin: dialog.act === 'pin' ? 'on' : 'off' }),
              }}
              onDone={(row) => {
                const done = { pin: 'pinned', unpin: 'unpinned', withdraw: 'withdrawn' } as const;
                close();
                showMessage(t(`console_content:posts.${done[dialog.act]}`));
                list.replace(({ slug }) => slug === row.slug, row);
              }}
              onClose={close}
            >
              <p>
                <b>{dialog.row.title}</b> <small className="muted">{dialog.row.slug}</small>
              </p>
              {dialog.act === 'withdraw' && <p>{t('console_content:posts.withdraw_text')}</p>}
            </ActDialog>
          )
        )
      }
    />
  );
});

type BeginProps = {
  call: Call;
  kinds: readonly { value: string; label: string }[];
  onClose: () => void;
};

/** The slug is final; the kind can be changed until the first publication. */
function BeginDialog({ call, kinds, onClose }: BeginProps) {
  const { t } = useReader();
  const form = useForm<typeof beginPost, { slug: string; kind: PostKind }>(beginPost, {
    call,
    broken: t('console:act.broken'),
    inputOf: ({ slug, kind }) => ({ slug: slug.trim(), kind }),
    onDone: ({ slug }) => location.assign(consolePath('post', { slug })),
  });
  useFirstFocus(form.element);
  return (
    <Dialog title={t('console_content:posts.begin_title')} close={t('console:act.close')} onClose={onClose}>
      <Form of={form} className="stack">
        <FormNotice of={form} />
        <TextField
          label={t('console_content:posts.slug')}
          hint={t('console_content:posts.slug_hint')}
          maxLength={64}
          autoCapitalize="none"
          spellCheck={false}
          required
          {...form.field('slug')}
        />
        <Select
          id="new-kind"
          label={t('console_content:posts.kind')}
          value="news"
          options={kinds}
          {...form.field('kind')}
        />
        <div className="row">
          <Button variant="primary" aria-busy={form.isBusy || undefined}>
            {t('console:act.submit')}
          </Button>
          <Button type="button" onClick={onClose}>
            {t('console:act.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

export const STATE_BADGES = { scheduled: 'info', published: 'ok', withdrawn: 'off' } as const;

function columnsOf(reader: Reader): Column<ConsolePost>[] {
  const { t } = reader;
  return [
    {
      id: 'title',
      label: t('console_content:posts.name'),
      cell: ({ slug, title }) => <a href={consolePath('post', { slug })}>{title || slug}</a>,
    },
    {
      id: 'slug',
      label: t('console_content:posts.slug'),
      sort: 'slug',
      cell: ({ slug }) => <span className="mono">{slug}</span>,
    },
    {
      id: 'kind',
      label: t('console_content:posts.kind'),
      cell: ({ kind }) => t(`console_content:posts.kinds.${kind}`),
    },
    {
      id: 'state',
      label: t('console_content:posts.state'),
      cell: ({ state, is_pinned: isPinned, has_draft: hasDraft }) => (
        <>
          {state && <Badge kind={STATE_BADGES[state]}>{t(`console_content:posts.states.${state}`)}</Badge>}{' '}
          {isPinned && <Badge kind="info">{t('console_content:posts.states.pinned')}</Badge>}{' '}
          {hasDraft && <Badge kind="warn">{t('console_content:posts.states.draft')}</Badge>}
        </>
      ),
    },
    {
      id: 'published_at',
      label: t('console_content:posts.published_at'),
      sort: 'published_at',
      cell: ({ published_at: at }) => at && <When at={at} />,
    },
    {
      id: 'missing',
      label: t('console_content:posts.missing'),
      cell: ({ missing }) => missing.map((language) => t(`console_content:languages.${language}`)).join(', ') || '–',
    },
  ];
}
