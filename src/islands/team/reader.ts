import type { Reader } from '#i18n/reader.ts';
import type { CardText, Text } from './texts.ts';

export type TeamReader = Reader<Text>;

/** Who reads somebody's card, which also stands on a page of its own. */
export type CardReader = Reader<CardText>;
