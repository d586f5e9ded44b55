import { useState } from 'react';
import {
  answerConsoleSupport,
  assignSupport,
  closeConsoleSupport,
  type ConsoleSupportRequest,
  getConsoleSupport,
  type SavedAnswer,
} from '#contracts/console/support.ts';
import { consolePath } from '#domain/console-paths.ts';
import { SUPPORT_ANSWER_MAX } from '#domain/support.ts';
import { whenOf } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useForm } from '#islands/shared/use-form.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { ActDialog } from './act-dialog.tsx';
import { languageName } from './language-name.ts';
import { MemberLink } from './member-link.tsx';
import { STATE_KINDS } from './support-screen.tsx';
import { useConsole } from './use-console.tsx';

type Props = {
  start: ConsoleSupportRequest;
  saved: readonly SavedAnswer[];
  canAnswer: boolean;
};

export const SupportRequestScreen = withReader(function SupportRequestScreen({ start, saved, canAnswer }: Props) {
  const { t } = useReader();
  const { call, confirmation } = useConsole();
  const [request, setRequest] = useState(start);
  const [message, setMessage] = useState('');
  const [isClosing, setClosing] = useState(false);
  const { number, assigned_to: assignedTo } = request;
  const isClosed = request.state === 'closed';

  const form = useForm<typeof answerConsoleSupport, { text: string }>(answerConsoleSupport, {
    call,
    broken: t('console:act.broken'),
    inputOf: ({ text }) => ({ number, text, seen: request.answers.length }),
    onSend: () => {
      setMessage('');
      return () => void refresh();
    },
    onDone: (updated) => {
      setRequest(updated);
      setMessage(t('console_members:support.sent'));
      form.hookForm.reset();
    },
  });
  const insert = (text: string) => {
    const field = form.element.current?.elements.namedItem('text');
    if (!(field instanceof HTMLTextAreaElement)) return;
    field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
    form.hookForm.setValue('text', field.value);
    field.focus();
  };
  const refresh = async () => {
    const answer = await call(getConsoleSupport, { number });
    if (answer?.success) setRequest(answer.data);
  };
  const assign = async () => {
    const answer = await call(assignSupport, { number, to: assignedTo?.is_you ? 'nobody' : 'me' });
    if (answer?.success) setRequest(answer.data);
    else form.setNotice(answer?.error.detail ?? t('console:act.broken'));
  };
  return (
    <div className="stack">
      <Request request={request} />
      <div className="row">
        {canAnswer && request.state === 'open' && (
          <Button type="button" onClick={() => void assign()}>
            {t(assignedTo?.is_you ? 'console_members:support.leave' : 'console_members:support.take')}
          </Button>
        )}
        {canAnswer && !isClosed && (
          <Button type="button" variant="plain" onClick={() => setClosing(true)}>
            {t('console_members:support.close')}
          </Button>
        )}
        {request.next && (
          <Button
            href={consolePath('supportRequest', { number: request.next })}
            variant={request.state === 'open' ? 'plain' : undefined}
          >
            {t('console_members:support.next')}
          </Button>
        )}
      </div>
      <Answers request={request} />
      <div role="status">
        {message && <Notice kind="ok">{message}</Notice>}
        <FormNotice of={form} />
        {isClosed && <Notice>{t('console_members:support.is_closed')}</Notice>}
      </div>
      {canAnswer && !isClosed && (
        <Form of={form} className="card stack">
          {saved.length > 0 && (
            <Select
              name="saved"
              label={t('console_members:support.insert')}
              options={[
                { value: '', label: t('console_members:support.choose') },
                ...saved.map(({ id, title, language }) => ({ value: String(id), label: `${title} (${language})` })),
              ]}
              onChange={({ currentTarget }) => {
                const savedAnswer = saved.find(({ id }) => String(id) === currentTarget.value);
                if (savedAnswer) insert(savedAnswer.text);
                currentTarget.value = '';
              }}
            />
          )}
          <TextField
            isMultiline
            rows={8}
            label={t('console_members:support.answer')}
            hint={t('console_members:support.answer_hint', { language: languageName(request.member.language) })}
            maxLength={SUPPORT_ANSWER_MAX}
            required
            {...form.field('text')}
          />
          <p>
            <Button variant="primary" aria-busy={form.isBusy || undefined}>
              {t('console_members:support.send')}
            </Button>
          </p>
        </Form>
      )}
      {isClosing && (
        <ActDialog
          title={t('console_members:support.close')}
          command={() => ({ words: ['support', 'close', number] })}
          call={call}
          contract={closeConsoleSupport}
          input={{ number }}
          onDone={(data) => {
            setClosing(false);
            setRequest(data);
          }}
          onClose={() => setClosing(false)}
        >
          <p>{t('console_members:support.close_text')}</p>
        </ActDialog>
      )}
      {confirmation}
    </div>
  );
});

type RequestProps = { request: ConsoleSupportRequest };

function Request({ request }: RequestProps) {
  const reader = useReader();
  const { t } = reader;
  const { username, member, topic, state, about, message, created_at: at, assigned_to: assignedTo } = request;
  return (
    <section className="card stack" aria-label={t('console_members:support.message')}>
      <p className="row">
        <MemberLink username={username} />
        <span>{member.name}</span>
        <span className="muted">{member.email}</span>
        <Badge kind={STATE_KINDS[state]}>{t(`console_members:support.states.${state}`)}</Badge>
      </p>
      <p className="muted">
        {t(`console_members:support.topics.${topic}`)} · <time dateTime={at}>{whenOf(at, reader)}</time>
        {about && (
          <>
            {' '}
            ·{' '}
            <a className="link" href={consolePath(about.kind, { id: about.id })}>
              {t(`console_members:support.abouts.${about.kind}`)}
            </a>
          </>
        )}
        {' · '}
        {t('console_members:support.assigned')}:{' '}
        {assignedTo
          ? assignedTo.is_you
            ? t('console_members:support.you')
            : assignedTo.name
          : t('console_members:support.nobody')}
      </p>
      <p className="message">{message}</p>
    </section>
  );
}

function Answers({ request: { answers } }: RequestProps) {
  const reader = useReader();
  const { t } = reader;
  if (answers.length === 0) return null;
  return (
    <section className="card stack" aria-labelledby="answers">
      <h2 id="answers">{t('console_members:support.answers')}</h2>
      {answers.map(({ text, by, at }) => (
        <article key={`${at} ${text}`} className="stack tight">
          <p className="muted">
            {by} · <time dateTime={at}>{whenOf(at, reader)}</time>
          </p>
          <p className="message">{text}</p>
        </article>
      ))}
    </section>
  );
}
