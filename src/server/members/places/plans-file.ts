import { z } from 'zod';
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from '#domain/languages.ts';
import { parseMoney } from '#domain/money.ts';
import { AVAILABILITIES } from '#domain/availability.ts';
import { PLATFORMS } from '#domain/places.ts';
import { SLUG_PATTERN } from '#domain/slug.ts';
import { faultCode, faultOfIssue, faultOfJson, type FileFault } from '#server/base/file-faults.ts';

const money = z.string().refine((text) => parseMoney(text) !== undefined, faultCode('amount'));
const words = z.string().trim().min(1).max(2_000);
const anyTexts = Object.fromEntries(LANGUAGES.map(({ segment }) => [segment, words.optional()])) as Record<
  Language,
  z.ZodOptional<typeof words>
>;

const planRequiring = (required: Language) => {
  const texts = z.strictObject({ ...anyTexts, [required]: words });
  /** Explains a figure. Without it members don't see the figure. */
  const sentence = texts.nullish().transform((value) => value ?? null);
  return z.strictObject({
    id: z.string().regex(SLUG_PATTERN, faultCode('slug')),
    platform: z.enum(PLATFORMS),
    number: z.int().min(1).max(1_000),
    title: texts,
    price: money.refine((text) => parseMoney(text) !== 0n, faultCode('nothing')),
    expiry_days: z.int().min(1).max(36_500).nullable(),
    previous: z.string().nullable(),
    width: z.int().min(1).max(10),
    levels: z.int().min(2).max(10),
    closing: money,
    closing_text: sentence,
    transition: money,
    transition_text: sentence,
    availability: z.enum(AVAILABILITIES),
    property: z
      .strictObject({
        title: texts,
        town: texts,
        text: texts,
        /** Own path, because pages load nothing from other hosts. */
        picture: z.string().startsWith('/', faultCode('own_path')).nullable(),
        documents: z
          .array(z.strictObject({ title: texts, url: z.url({ protocol: /^https$/, error: faultCode('link') }) }))
          .max(20),
      })
      .nullable(),
  });
};

const plansFileRequiring = (required: Language) =>
  z.strictObject({ plans: z.array(planRequiring(required)).max(1_000) }).superRefine(({ plans }, context) => {
    plans.forEach(({ id, platform, number, previous, property }, index) => {
      const wrong = (field: string, code: FileFault['code']) =>
        context.addIssue({ code: 'custom', path: ['plans', index, field], message: faultCode(code) });
      const before = plans.slice(0, index);
      if (before.some((other) => other.id === id)) wrong('id', 'twice');
      if (before.some((other) => other.platform === platform && other.number === number)) wrong('number', 'twice');
      const requiredPlan = plans.find((other) => other.id === previous);
      if (previous !== null && (requiredPlan?.platform !== platform || requiredPlan.number >= number)) {
        wrong('previous', 'previous');
      }
      if ((property !== null) !== (platform === 'dreamx')) wrong('property', 'property');
    });
  });

export type PlanInFile = z.infer<ReturnType<typeof planRequiring>>;

const MAX_FAULTS = 20;

/** `required`: a language that every text must have. */
export function readPlansFile(
  text: string,
  required = DEFAULT_LANGUAGE,
): { plans: PlanInFile[] } | { wrong: FileFault[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { wrong: [faultOfJson(text, error)] };
  }
  const parsed = plansFileRequiring(required).safeParse(value);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const shownFaults = issues
    .slice(0, MAX_FAULTS)
    .map((issue) => faultOfIssue(issue, placeOf(issue.path, value), value));
  const hiddenCount = issues.length - shownFaults.length;
  const more = hiddenCount > 0 ? [{ code: 'more', params: { number: hiddenCount } } as const] : [];
  return { wrong: [...shownFaults, ...more] };
}

function placeOf(path: readonly PropertyKey[], file: unknown): string {
  const [, index, ...field] = path;
  const id: unknown = (file as { plans?: { id?: unknown }[] } | null)?.plans?.[Number(index)]?.id;
  if (typeof id === 'string') return [id, field.map(String).join('.')].filter(Boolean).join(', ');
  return path.map(String).join('.');
}
