import type { OutputOf } from '#contracts/contract.ts';
import type { getSeatReason, getStructure, Place, Plan, Seat } from '#contracts/places.ts';
import type { Language } from '#domain/languages.ts';
import { moneyText } from '#domain/money.ts';
import { LEVELS_SHOWN, placeNumber, type Platform, seatsOf } from '#domain/places.ts';
import { textIn, type TextsByLanguage } from '#i18n/texts-by-language.ts';
import type { CountedFigures } from '#server/db/schema/index.ts';
import type { PlaceRow, PlanOfMember, PlanRow } from './plans-of-member.ts';
import type { SeatReason } from './read-seat-reason.ts';
import type { Occupant, Structure } from './read-structure.ts';

/** Places shown of a path, the first included. */
const LONGEST_PATH = 10;

export function presentPlace(place: PlaceRow, platform: Platform): Place {
  return {
    id: place.id,
    number: placeNumber(platform, place.id),
    plan: place.planId,
    opened_at: place.openedAt.toISOString(),
    expires_at: place.expiresAt?.toISOString() ?? null,
    closed_at: place.closedAt?.toISOString() ?? null,
    closing: place.closing,
    filled: place.filled,
  };
}

export function presentPlan(
  { plan, previous, place, state }: PlanOfMember,
  language: Language,
  record: CountedFigures['plans'][string] | undefined,
): Plan {
  const { property } = plan;
  return {
    ...presentTitle(plan, language),
    state,
    price: moneyText(plan.price),
    expiry_days: plan.expiryDays,
    closing: presentFigure(plan.closing, plan.closingText, language),
    transition: presentFigure(plan.transition, plan.transitionText, language),
    record: record ? { ...record, median: moneyText(BigInt(record.median)) } : null,
    seats: seatsOf(plan),
    previous: previous ? presentTitle(previous, language) : null,
    place: place ? presentPlace(place, plan.platform) : null,
    property: property && {
      title: textIn(property.title, language),
      town: textIn(property.town, language),
      text: textIn(property.text, language),
      picture: property.picture,
      documents: property.documents.map(({ title, url }) => ({ title: textIn(title, language), url })),
    },
  };
}

/** A figure without a sentence is not shown anywhere. */
function presentFigure(micros: bigint, meaning: TextsByLanguage | null, language: Language): Plan['closing'] {
  return meaning && { amount: moneyText(micros), means: textIn(meaning, language) };
}

export function presentTitle({ id, number, title }: Pick<PlanRow, 'id' | 'number' | 'title'>, language: Language) {
  return { id, number, title: textIn(title, language) };
}

export function presentStructure(
  { plan, place, path, seats }: Structure,
  memberId: number,
  language: Language,
): OutputOf<typeof getStructure> {
  const { platform } = plan;
  const [first, ...rest] = path.map((id) => ({ id, number: placeNumber(platform, id) }));
  const shownPath = rest.slice(-(LONGEST_PATH - 1));
  return {
    plan: presentTitle(plan, language),
    place: presentPlace(place, platform),
    path: first ? [first, ...shownPath] : [],
    skipped: rest.length - shownPath.length,
    seats: seats.map(({ occupant, level, above }): Seat => ({
      place: occupant ? presentOccupant(occupant, platform, memberId) : null,
      level,
      above: above ?? null,
    })),
    filled: seats.filter(({ occupant }) => occupant).length,
    of: seatsOf({ width: plan.width, levels: LEVELS_SHOWN }),
  };
}

export function presentSeatReason(reason: SeatReason, language: Language): OutputOf<typeof getSeatReason> {
  const { plan, place, upline, aboveId } = reason;
  const numberOf = (id: number) => placeNumber(plan.platform, id);
  return {
    plan: presentTitle(plan, language),
    place: presentPlace(place, plan.platform),
    rule: reason.rule,
    seated_at: reason.at.toISOString(),
    upline: upline ? { number: numberOf(upline.id), line: upline.line, username: upline.username } : null,
    passed_over: reason.passedOver,
    taken: reason.taken,
    candidates: reason.candidates.map((taken) => ({
      number: numberOf(taken.place),
      above: numberOf(taken.above),
      seat: taken.seat + 1,
    })),
    above: aboveId === undefined ? null : numberOf(aboveId),
    seat: place.seat + 1,
  };
}

function presentOccupant(occupant: Occupant, platform: Platform, callerId: number) {
  const { id, memberId, username, name, photo, careerStatus, isFormer, isInTeam, hasMore } = occupant;
  return {
    id,
    number: placeNumber(platform, id),
    username: isInTeam ? username : null,
    name: isInTeam ? name : null,
    photo: isInTeam ? photo : null,
    initials: isFormer ? '' : initialsOf(name ?? username),
    career_status: isInTeam ? careerStatus : null,
    is_former: isFormer,
    is_mine: memberId === callerId,
    has_more: hasMore,
  };
}

/** First graphemes of the first and the last word. */
function initialsOf(words: string): string {
  const parts = words.split(/[\s._-]+/).filter(Boolean);
  const letters = [parts[0], parts.length > 1 ? parts.at(-1) : undefined].map((word) => {
    const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word ?? '');
    return first?.segment ?? '';
  });
  return letters.join('').toUpperCase();
}
