import { type ComponentProps, useEffect, useRef, useState } from 'react';
import type { SupportRequest } from '#contracts/support.ts';
import { path } from '#domain/paths.ts';
import type { ReaderProps } from '#i18n/reader.ts';
import { showAddress } from '#stores/here.ts';
import type { RowsPage } from '../use-rows.ts';
import { useReader } from '../use-reader.ts';
import { FORM_ID } from './form-id.ts';
import { RequestList } from './request-list.tsx';
import type { FormStart } from './start.ts';
import { TEXTS, type Text } from './texts.ts';
import { Thanks } from './thanks.tsx';
import { useRequests } from './use-requests.ts';
import { Ways } from './ways.tsx';
import { WriteForm } from './write-form.tsx';

type Props = ReaderProps<Text> & {
  form: FormStart;
  /** For whom it was rendered, in case the session ends meanwhile. */
  owner: string;
  /** Where the tab keeps what is being typed. */
  keptAs: string;
  /** The number of the request that has just been sent. */
  sent: string | undefined;
  requests: RowsPage<SupportRequest>;
  cursor: string | undefined;
  ways: ComponentProps<typeof Ways>['ways'];
};

const EMPTY: Omit<FormStart, 'uid'> = { typed: {}, about: undefined, errors: {}, notice: undefined, isKept: false };

/** Writing to support, what was written and what was answered, and other ways to reach them. */
export function SupportScreen(props: Props) {
  const reader = useReader(TEXTS, props);
  const { language } = reader;
  const { owner, keptAs, ways } = props;
  const action = path(language, 'support');
  const [sent, setSent] = useState(props.sent);
  const [start, setStart] = useState({ ...props.form, count: 0 });
  const requests = useRequests(props.requests, props.cursor, reader);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (start.count > 0) form.current?.querySelector('select')?.focus();
  }, [start.count]);

  const thank = (number: string) => {
    sessionStorage.removeItem(keptAs);
    setSent(number);
    // What is in the address has gone along with the request.
    showAddress(action, 'replace');
    void requests.refresh();
  };
  const writeAnother = () => {
    setSent(undefined);
    setStart(({ uid, count }) => ({ ...EMPTY, uid, count: count + 1 }));
  };
  return (
    <div className={`stack${ways.chatUrl || ways.email ? ' split' : ''}`}>
      <div className="stack" ref={form}>
        {sent ? (
          <>
            <Thanks number={sent} href={action} t={reader.t} onAnother={writeAnother} />
            {/* The language menu sends the page's form, whether anything is typed or not. */}
            <form id={FORM_ID} method="post" action={action} hidden />
          </>
        ) : (
          <WriteForm key={start.count} start={start} action={action} owner={owner} reader={reader} onSent={thank} />
        )}
        <RequestList requests={requests} cursor={props.cursor} shown={sent} reader={reader} />
      </div>
      <Ways ways={ways} t={reader.t} />
    </div>
  );
}
