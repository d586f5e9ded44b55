import type { Language } from '#domain/languages.ts';

type Naming = {
  language: Language;
  first: [written: string, latin: string][];
  last: [written: string, latin: string][];
};

const pairs = (words: string): [string, string][] =>
  words.split(' ').map((pair) => {
    const [written = '', latin = written] = pair.split('/');
    return [written, latin.toLowerCase()];
  });

/** `latin` has only characters that a username allows. */
export const NAMINGS: readonly Naming[] = [
  {
    language: 'ru',
    first: pairs(
      'Ольга/olga Мария/maria Светлана/sveta Дарья/daria Николай/nikolai Павел/pavel Тимур/timur Егор/egor Алина/alina Роман/roman Софья/sofia Артём/artem',
    ),
    last: pairs(
      'Ким/kim Лебедь/lebed Шевченко/shevchenko Маслюк/masluk Фомич/fomich Черных/chernykh Гончар/gonchar Белоус/belous Дубко/dubko Сорока/soroka',
    ),
  },
  {
    language: 'en',
    first: pairs('Grace Oliver Amara Ethan Chloe Samuel Ruth Liam'),
    last: pairs('Okafor Whitfield Barnes Mbeki Sinclair Hartley Osei'),
  },
  {
    language: 'fr',
    first: pairs('Camille Hugo Élodie/elodie Baptiste Inès/ines Luc'),
    last: pairs('Moreau Fontaine Lefèvre/lefevre Girard Rousseau'),
  },
  {
    language: 'de',
    first: pairs('Annika Tobias Friederike Matthias Lotte Sebastian'),
    last: pairs('Stolzenberger Weidenfeld Krämer/kraemer Hoffmann Vogelsang'),
  },
  {
    language: 'tamil',
    first: pairs('கார்த்தி/karthi மீனா/meena அருண்/arun லட்சுமி/lakshmi செல்வம்/selvam'),
    last: pairs('சுப்பிரமணியன்/subramanian முருகன்/murugan ராஜன்/rajan நடராஜன்/natarajan'),
  },
  {
    language: 'hindi',
    first: pairs('प्रियंका/priyanka राहुल/rahul अनीता/anita विकास/vikas सुनीता/sunita'),
    last: pairs('भट्टाचार्य/bhattacharya शर्मा/sharma वर्मा/verma मिश्रा/mishra'),
  },
];

type FullName = { written: string; latin: string; language: Language };

export function fullNames(): FullName[] {
  return NAMINGS.flatMap(({ language, first, last }) =>
    first.flatMap(([firstWritten, firstLatin]) =>
      last.map(([lastWritten, lastLatin]) => ({
        written: `${firstWritten} ${lastWritten}`,
        latin: `${firstLatin}.${lastLatin}`,
        language,
      })),
    ),
  );
}
