import { removeDestination, renameDestination, type SavedDestination } from '#contracts/destinations.ts';
import { path } from '#domain/paths.ts';
import { DESTINATION_NAME_MAX } from '#domain/saved-destination.ts';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { type Rendered, useForm } from '#islands/shared/use-form.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';

type Props = {
  saved: SavedDestination;
  typedName: string | undefined;
  rendered: Rendered;
};

export const DestinationScreen = withReader(function DestinationScreen({ saved, typedName, rendered }: Props) {
  const { t, language } = useReader();
  const { id, name, destination, network } = saved;
  const action = path(language, 'destination', { id });
  const renaming = useForm<typeof renameDestination, { name: string }>(renameDestination, {
    rendered,
    inputOf: (values) => ({ ...values, id }),
    onDone: () => location.assign(path(language, 'destinations', { done: 'destination-renamed' })),
  });
  const leave = () => location.assign(path(language, 'destinations', { done: 'destination-removed' }));
  const removal = useForm(removeDestination, {
    inputOf: () => ({ id }),
    onDone: leave,
    onRefused: ({ code }) => {
      // After a second press the destination is already removed.
      if (code === 'not_found') leave();
      return code === 'not_found';
    },
  });
  return (
    <div className="stack form">
      <FormNotice of={renaming} />
      <section className="card stack">
        <dl className="facts">
          <div>
            <dt>{t('finance:withdraw.to')}</dt>
            <dd className="mono">{destination}</dd>
          </div>
          <div>
            <dt>{t('finance:withdraw.network')}</dt>
            <dd>{t(`finance:networks.${network}`)}</dd>
          </div>
        </dl>
        <Form of={renaming} className="stack" action={action} autoComplete="off">
          <TextField
            label={t('settings:destinations.name')}
            maxLength={DESTINATION_NAME_MAX}
            defaultValue={typedName ?? name}
            required
            {...renaming.field('name')}
          />
          <Button name="act" value="rename" variant="primary" block aria-busy={renaming.isBusy}>
            {t('settings:destinations.rename')}
          </Button>
        </Form>
      </section>
      <Form of={removal} className="card stack" action={action}>
        <p className="hint">{t('settings:destinations.remove_lede')}</p>
        <FormNotice of={removal} />
        <Button name="act" value="remove" variant="bad" block aria-busy={removal.isBusy}>
          {t('settings:destinations.remove')}
        </Button>
      </Form>
    </div>
  );
});
