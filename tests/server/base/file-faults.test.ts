import { expect, test } from 'vitest';
import { readPostFile } from '#server/members/feed/index.ts';
import { type FileFault, tellFaults } from '#server/base/file-faults.ts';
import { readPlansFile } from '#server/members/places/index.ts';

const post = (facts: string, rest = '--- ru ---\nТекст') => `---\n${facts}\n---\n${rest}`;
const FACTS = 'slug: x\nkind: news\ncategory: other\npublished_at: 2026-11-24T19:00:00Z\ntitles:\n  ru: Окно';
const plans = (...some: Record<string, unknown>[]) => JSON.stringify({ plans: some });

function wrongWith(read: object): readonly FileFault[] {
  return 'wrong' in read ? (read.wrong as FileFault[]) : [];
}

test.each<[string, object, string, string]>([
  [
    'JSON that breaks off',
    readPlansFile('{"plans": ['),
    'The file is no JSON: it ends too early, or is empty.',
    'Файл не является JSON: он пуст или обрывается.',
  ],
  [
    'JSON with a sign too many',
    readPlansFile('{\n  "plans": [,]\n}'),
    'The file is no JSON: something is wrong near “{ "plans": [,] }”.',
    'Файл не является JSON: ошибка рядом с «{ "plans": [,] }».',
  ],
  [
    'JSON with a comma too few',
    readPlansFile('{\n  "plans": [1 2]\n}'),
    'The file is no JSON from line 2, column 15 on.',
    'Файл перестаёт быть JSON на строке 2, в столбце 15.',
  ],
  ['another kind of file', readPlansFile('[]'), 'The file: has no fields', 'Файл: здесь должны быть вложенные поля.'],
  ['a plan of nothing', readPlansFile(plans({ id: 'x' })), 'x, platform: is none of: ', 'x, platform: допустимо одно'],
  ['a missing price', readPlansFile(plans({ id: 'x' })), 'x, price: is missing.', 'x, price: не указано.'],
  [
    'YAML with a mistake',
    readPostFile(post('slug: [x')),
    'The facts are no YAML from line',
    'Сведения перестают быть YAML',
  ],
  ['no facts', readPostFile('Text'), 'The file does not begin with facts', 'Файл не начинается со сведений'],
  [
    'a link to nowhere',
    readPostFile(post(FACTS, '--- ru ---\n[x](http://x.example/?a&b)')),
    '--- ru ---: links to “http://x.example/?a&b”',
    '--- ru ---: ссылка «http://x.example/?a&b» ведёт не на https',
  ],
  [
    'an unknown kind',
    readPostFile(post(FACTS.replace('news', 'advert'))),
    'kind: is none of: news, webinar.',
    'kind: допустимо одно из значений: news, webinar.',
  ],
])('%s is told in English and in Russian', (_, read, english, russian) => {
  const faults = wrongWith(read);
  expect(tellFaults(faults, 'en').join('\n')).toContain(english);
  expect(tellFaults(faults, 'ru').join('\n')).toContain(russian);
  expect(tellFaults(faults, 'fr')).toEqual(tellFaults(faults));
});
