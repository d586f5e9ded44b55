import { DEFAULT_LANGUAGE } from '#domain/languages.ts';
import { moneyText } from '#domain/money.ts';
import { seatsOf } from '#domain/places.ts';
import {
  applyPlans,
  listAllPlans,
  loggedChanges,
  type PlanRow,
  plansSchema,
  type PlansDifference,
  readPlansFile,
} from '#server/members/places/index.ts';
import { textIn } from '#i18n/texts-by-language.ts';
import { tellFaults } from '#server/base/file-faults.ts';
import { type Command, countOf, readInputFile, writeTemplate } from '#server/operator/cli/command.ts';
import { listOutcome } from '#server/operator/cli/list.ts';
import { plansExample } from '#server/operator/seed/index.ts';

type Listed = { plan: PlanRow; openPlaces: number };

export const listPlans: Command = {
  kind: 'reads',
  name: 'plans list',
  usage: 'plans list',
  about: 'All plans in order, with the number of active places',
  async run(services) {
    return listOutcome(await listAllPlans(services.db), {
      line,
      item: present,
      none: 'There are no plans. Begin with an example: plans template',
    });
  },
};

function line({ plan, openPlaces }: Listed): string {
  const { id, title, price, expiryDays, availability } = plan;
  return [
    id.padEnd(16),
    textIn(title, DEFAULT_LANGUAGE).padEnd(24),
    moneyText(price).padStart(12),
    (expiryDays === null ? 'no expiry' : countOf(expiryDays, 'day')).padStart(10),
    countOf(seatsOf(plan), 'seat').padStart(10),
    availability.padEnd(14),
    countOf(openPlaces, 'active place'),
  ].join(' ');
}

function present({ plan, openPlaces }: Listed) {
  return {
    id: plan.id,
    platform: plan.platform,
    number: plan.number,
    title: plan.title,
    price: moneyText(plan.price),
    expiry_days: plan.expiryDays,
    previous: plan.previousId,
    width: plan.width,
    levels: plan.levels,
    closing: moneyText(plan.closing),
    transition: moneyText(plan.transition),
    availability: plan.availability,
    open_places: openPlaces,
  };
}

export const writePlansTemplate: Command = {
  kind: 'reads',
  name: 'plans template',
  usage: 'plans template FILE',
  about: 'Writes an example of the file of “plans apply”, with texts in the languages of the site',
  async run({ config }, { words: [file = ''] }) {
    return writeTemplate(file, plansExample(config.languages));
  },
};

export const writePlansSchema: Command = {
  kind: 'reads',
  name: 'plans schema',
  usage: 'plans schema FILE',
  about: 'Writes the JSON schema of the file of “plans apply”, with which editors explain and check it',
  async run({ config }, { words: [file = ''] }) {
    return writeTemplate(file, `${JSON.stringify(plansSchema(config.languages.fallback), null, 2)}\n`);
  },
};

export const applyPlansFile: Command = {
  kind: 'changes',
  name: 'plans apply',
  usage: 'plans apply FILE [--dry-run] --why TEXT',
  about: 'Applies a JSON file of plans, all of it or nothing, and logs who changed what and why',
  async run(services, { words: [file = ''], options, operator, why }, tx) {
    const content = await readInputFile(file);
    if ('refused' in content) return content;
    const read = readPlansFile(content.bytes.toString('utf8'), services.config.languages.fallback);
    if ('wrong' in read) return { refused: `Nothing was changed.\n${tellFaults(read.wrong).join('\n')}` };
    const difference = await applyPlans(tx, services, read.plans, { operator, reason: why });
    if ('wrong' in difference) return { refused: `Nothing was changed.\n${tellFaults(difference.wrong).join('\n')}` };

    const { added, changed } = difference;
    const data = { added, changed, same: difference.same };
    if (added.length + changed.length === 0) {
      return { words: `The plans already match the file: ${countOf(difference.same, 'plan')}.`, data, unchanged: true };
    }
    const words = inWords(difference);
    if (options['dry-run'] === undefined) return { words, data, ...loggedChanges(difference) };
    return { words: `${words}\nNothing was changed (dry run).`, data, unchanged: true };
  },
};

function inWords({ added, changed, same }: PlansDifference): string {
  return [
    ...added.map((id) => `${id} is new.`),
    ...changed.flatMap(({ id, fields }) =>
      fields.map(({ name, before, after }) => `${id}: ${name} was ${wordsFor(before)} and is now ${wordsFor(after)}.`),
    ),
    `${countOf(same, 'plan is', 'plans are')} unchanged.`,
  ].join('\n');
}

function wordsFor(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  return typeof value === 'string' ? `“${value}”` : JSON.stringify(value);
}
