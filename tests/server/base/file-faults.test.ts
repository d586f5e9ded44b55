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
    'Invalid JSON: the file is empty or ends too early.',
    'Ошибка JSON: файл пуст или обрывается.',
  ],
  [
    'JSON with a sign too many',
    readPlansFile('{\n  "plans": [,]\n}'),
    'Invalid JSON near “{ "plans": [,] }”.',
    'Ошибка JSON рядом с «{ "plans": [,] }».',
  ],
  [
    'JSON with a comma too few',
    readPlansFile('{\n  "plans": [1 2]\n}'),
    'Invalid JSON at line 2, column 15.',
    'Ошибка JSON: строка 2, столбец 15.',
  ],
  [
    'another kind of file',
    readPlansFile('[]'),
    'The file: must have fields',
    'Файл: здесь должны быть вложенные поля.',
  ],
  [
    'a plan of nothing',
    readPlansFile(plans({ id: 'x' })),
    'x, platform: must be one of: ',
    'x, platform: допустимо одно',
  ],
  ['a missing price', readPlansFile(plans({ id: 'x' })), 'x, price: is missing.', 'x, price: не указано.'],
  ['YAML with a mistake', readPostFile(post('slug: [x')), 'Invalid YAML at line', 'Ошибка YAML'],
  ['no facts', readPostFile('Text'), 'The file must begin with facts', 'Файл не начинается со сведений'],
  [
    'a link to nowhere',
    readPostFile(post(FACTS, '--- ru ---\n[x](http://x.example/?a&b)')),
    '--- ru ---: links to “http://x.example/?a&b”',
    '--- ru ---: ссылка «http://x.example/?a&b» ведёт не на https',
  ],
  [
    'an unknown kind',
    readPostFile(post(FACTS.replace('news', 'advert'))),
    'kind: must be one of: news, webinar.',
    'kind: допустимо одно из значений: news, webinar.',
  ],
])('%s is told in English and in Russian', (_, read, english, russian) => {
  const faults = wrongWith(read);
  expect(tellFaults(faults, 'en').join('\n')).toContain(english);
  expect(tellFaults(faults, 'ru').join('\n')).toContain(russian);
  expect(tellFaults(faults, 'fr')).toEqual(tellFaults(faults));
});
