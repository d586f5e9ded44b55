import { isLanguage, type Language, LANGUAGES } from '#domain/languages.ts';
import { accrualTemplate } from '#server/members/accruals/index.ts';
import { memberTemplate } from '#server/operator/import/index.ts';
import { type Command, writeTemplate } from '#server/operator/cli/command.ts';

export const writeAccrualTemplate = templateCommand('accruals', accrualTemplate);
export const writeMemberTemplate = templateCommand('members', memberTemplate);

function templateCommand(area: string, write: (language: Language) => string): Command {
  return {
    kind: 'alone',
    name: `${area} template`,
    usage: `${area} template FILE [--language LANGUAGE]`,
    about: `Writes an example of the file of “${area} import”, for a spreadsheet of that language; English if none is given`,
    async run({ words: [file = ''], options }) {
      const language = options['language'] ?? 'en';
      if (!isLanguage(language)) {
        const languages = LANGUAGES.map(({ segment }) => segment).join(', ');
        return { refused: `There is no language “${language}”. Choose: ${languages}.` };
      }
      return writeTemplate(file, write(language));
    },
  };
}
