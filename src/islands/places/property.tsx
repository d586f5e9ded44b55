import type { Plan } from '#contracts/places.ts';
import type { Reader } from '#i18n/reader.ts';
import { Icon } from '#components/ui/icon.tsx';
import type { CardText } from './texts.ts';

type Props = { property: NonNullable<Plan['property']>; reader: Reader<CardText> };

/** The real estate behind a plan of Dream X. */
export function Property({ property: { title, town, text, picture, documents }, reader: { t } }: Props) {
  return (
    <div className="stack tight property">
      {picture && <img src={picture} alt="" loading="lazy" decoding="async" />}
      <h3>{title}</h3>
      <p className="kicker">{town}</p>
      <p>{text}</p>
      {documents.length > 0 && (
        <ul aria-label={t('places:documents')}>
          {documents.map((document) => (
            <li key={document.url}>
              <a className="link" href={document.url} rel="noopener noreferrer" target="_blank">
                {document.title}
              </a>{' '}
              <Icon name="external" size="s" />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
