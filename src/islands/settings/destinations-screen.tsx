import { useState } from 'react';
import { call } from '#client/call.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { getDestinations, saveDestination, type SavedDestination } from '#contracts/destinations.ts';
import { DESTINATION_MAX, shortDestination } from '#domain/destination.ts';
import { path } from '#domain/paths.ts';
import { DESTINATION_NAME_MAX, MAX_SAVED_DESTINATIONS } from '#domain/saved-destination.ts';
import { formatDate, formatTime } from '#i18n/format.ts';
import { showToast } from '#stores/toast.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { ChangeProof } from '#islands/shared/change-proof.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { type Rendered, useForm } from '#islands/shared/use-form.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { DestinationWait } from './destination-wait.tsx';
import { ResultNotices } from './result-notices.tsx';

type Destinations = OutputOf<typeof getDestinations>;
type DestinationValues = { name: string; destination: string };
type Props = {
  start: Destinations;
  renderedAt: string;
  done: string | undefined;
  defaults: DestinationValues;
  uid: string;
  rendered: Rendered;
  waitUid: string;
};

export const DestinationsScreen = withReader(function DestinationsScreen(props: Props) {
  const { t } = useReader();
  const [destinations, setDestinations] = useState(props.start);
  const [now, setNow] = useState(props.renderedAt);
  const [done, setDone] = useState(props.done);
  const [saves, setSaves] = useState(0);
  const { items, proof, wait } = destinations;
  const refresh = async (message: string) => {
    setDone(undefined);
    showToast(message);
    const answer = await call(getDestinations);
    if (!answer?.success) return;
    setNow(new Date().toISOString());
    setDestinations(answer.data);
  };
  const handleSaved = () => {
    setSaves(saves + 1);
    void refresh(t('settings:done.destination_saved'));
  };
  return (
    <>
      <ResultNotices done={done} />
      <p className="intro">{t('settings:destinations.lede')}</p>
      <div className="stack">
        <DestinationList destinations={items} isWaiting={wait.is_on} now={now} />
        <div className="stack halves">
          <section className="card stack">
            <h2>{t('settings:destinations.add')}</h2>
            {proof === 'no_pin' ? (
              <NoPin />
            ) : items.length >= MAX_SAVED_DESTINATIONS ? (
              <p>{t('settings:destinations.full', { max: MAX_SAVED_DESTINATIONS })}</p>
            ) : (
              <AddForm key={saves} {...(saves === 0 ? props : {})} proof={proof} onSaved={handleSaved} />
            )}
          </section>
          <DestinationWait
            wait={wait}
            uid={props.waitUid}
            onSwitched={() => void refresh(t('settings:done.wait_on'))}
          />
        </div>
      </div>
    </>
  );
});

function NoPin() {
  const { t, language } = useReader();
  return (
    <>
      <p>{t('settings:destinations.no_pin')}</p>
      <div className="row">
        <Button href={path(language, 'financePin')} icon="shield">
          {t('finance:way_out.set_pin')}
        </Button>
      </div>
    </>
  );
}

type AddFormProps = Partial<Pick<Props, 'defaults' | 'uid' | 'rendered'>> & {
  proof: 'code' | 'pin';
  onSaved: () => void;
};

function AddForm({ defaults, uid, rendered, proof, onSaved }: AddFormProps) {
  const { t, language } = useReader();
  const form = useForm<typeof saveDestination, DestinationValues & { pin?: string; code?: string }>(saveDestination, {
    rendered,
    uid,
    inputOf: ({ destination, ...rest }) => ({ ...rest, destination: destination.trim() }),
    onDone: onSaved,
  });
  return (
    <Form of={form} id="destination-form" className="stack" action={path(language, 'destinations')} autoComplete="off">
      <FormNotice of={form} />
      <TextField
        label={t('settings:destinations.name')}
        hint={t('settings:destinations.name_hint')}
        maxLength={DESTINATION_NAME_MAX}
        defaultValue={defaults?.name}
        required
        {...form.field('name')}
      />
      <TextField
        label={t('finance:withdraw.destination')}
        hint={t('finance:withdraw.destination_hint')}
        isMultiline
        className="input mono"
        rows={2}
        maxLength={DESTINATION_MAX}
        defaultValue={defaults?.destination}
        autoCapitalize="none"
        spellCheck={false}
        required
        {...form.field('destination')}
      />
      <ChangeProof by={proof} field={form.field} />
      <Button name="act" value="save" variant="primary" block aria-busy={form.isBusy}>
        {t('settings:destinations.submit')}
      </Button>
    </Form>
  );
}

type ListProps = {
  destinations: readonly SavedDestination[];
  isWaiting: boolean;
  now: string;
};

function DestinationList({ destinations, isWaiting, now }: ListProps) {
  const { t, language, timeZone } = useReader();
  if (destinations.length === 0) return <EmptyState title={t('settings:destinations.none')} />;
  return (
    <section className="card flush">
      <ul className="rows">
        {destinations.map(({ id, name, destination, network, saved_at: savedAt, usable_at: usableAt }) => (
          <li key={id}>
            <div className="grow">
              <b>{name}</b>
              <p className="mono">{shortDestination(destination)}</p>
              <p className="hint">
                {[
                  t(`finance:networks.${network}`),
                  isWaiting && usableAt > now
                    ? t('settings:destinations.usable', {
                        date: formatDate(usableAt, timeZone),
                        time: formatTime(usableAt, timeZone),
                      })
                    : t('settings:destinations.saved', { date: formatDate(savedAt, timeZone) }),
                ].join(' · ')}
              </p>
            </div>
            <Button
              href={path(language, 'destination', { id })}
              aria-label={t('settings:destinations.change_named', { name })}
            >
              {t('settings:destinations.change')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
