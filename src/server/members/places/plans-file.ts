import { z } from 'zod';
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from '#domain/languages.ts';
import { parseMoney } from '#domain/money.ts';
import { AVAILABILITIES } from '#domain/availability.ts';
import { PLATFORMS } from '#domain/places.ts';
import { SLUG_PATTERN } from '#domain/slug.ts';
import { faultCode, faultOfIssue, faultOfJson, type FileFault } from '#server/base/file-faults.ts';

const about = (description: string) => ({ description });

/** The pattern is only told in the schema; `parseMoney` decides. */
const money = z
  .string()
  .refine((text) => parseMoney(text) !== undefined, faultCode('amount'))
  .meta({ pattern: '^\\d{1,13}(\\.\\d{1,6})?$', examples: ['100', '49.90'] });
const words = z.string().trim().min(1).max(2_000);
const anyTexts = Object.fromEntries(LANGUAGES.map(({ segment }) => [segment, words.optional()])) as Record<
  Language,
  z.ZodOptional<typeof words>
>;

const planRequiring = (required: Language) => {
  const texts = z.strictObject({ ...anyTexts, [required]: words });
  /** Explains a figure. Without it members don't see the figure. */
  const sentence = texts.nullish().transform((value) => value ?? null);
  const property = z.strictObject({
    title: texts.meta(about('Name of the object.')),
    town: texts.meta(about('Town and country.')),
    text: texts.meta(about('Description that members read.')),
    picture: z
      .string()
      .startsWith('/', faultCode('own_path'))
      .nullable()
      .meta(about('Path of a picture on this site, such as `/demo/house.svg`: pages load none from other hosts.')),
    documents: z
      .array(z.strictObject({ title: texts, url: z.url({ protocol: /^https$/, error: faultCode('link') }) }))
      .max(20)
      .meta(about('Links to documents, each with `title` (texts) and `url` (https).')),
  });
  return z.strictObject({
    id: z
      .string()
      .regex(SLUG_PATTERN, faultCode('slug'))
      .meta(about('Name of the plan in addresses: lowercase letters, digits and hyphens. It never changes.')),
    platform: z.enum(PLATFORMS).meta(about('Board on which the plan is sold. Fixed once the plan has a place.')),
    number: z.int().min(1).max(1_000).meta(about('Position on its board, from 1, each once.')),
    title: texts.meta(about('Name that members read.')),
    price: money
      .refine((text) => parseMoney(text) !== 0n, faultCode('nothing'))
      .meta(about('Price of a place in USDT, above zero.')),
    expiry_days: z.int().min(1).max(36_500).nullable().meta(about('Days after which a place expires; null: never.')),
    previous: z
      .string()
      .nullable()
      .meta(about('Id of the plan of the same platform, with a lower number, that must be bought first; null: none.')),
    width: z.int().min(1).max(10).meta(about('Seats directly below each place. Fixed once the plan has a place.')),
    levels: z
      .int()
      .min(2)
      .max(10)
      .meta(about('Levels of a structure, its top included. Fixed once the plan has a place.')),
    closing: money.meta(about('Figure in USDT for a filled structure. It pays nothing by itself.')),
    closing_text: sentence.meta(about('Says what `closing` is. Without it members don’t see the figure.')),
    transition: money.meta(about('Figure in USDT for the step to the next plan. Nobody pays or receives it.')),
    transition_text: sentence.meta(about('Says what `transition` is. Without it members don’t see the figure.')),
    availability: z
      .enum(AVAILABILITIES)
      .meta(about('`in_development` is shown and can’t be bought. A plan can’t be removed, only taken off sale.')),
    property: property.nullable().meta(about('The object of a plan of Dream X, where it is required; null on others.')),
  });
};

const plansFileRequiring = (required: Language) =>
  z
    .strictObject({ $schema: z.string().optional(), plans: z.array(planRequiring(required)).max(1_000) })
    .superRefine(({ plans }, context) => {
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
  if (parsed.success) return { plans: parsed.data.plans };
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

/** JSON schema of the file, for editors. Rules between plans are only checked by `readPlansFile`. */
export function plansSchema(required = DEFAULT_LANGUAGE) {
  return z.toJSONSchema(plansFileRequiring(required), { io: 'input' });
}
