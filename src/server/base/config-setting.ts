import type { z } from 'zod';

/** `required` says when. A `secret` may also come from the file in `NAME_FILE`. */
type More = { required?: string; secret?: true };

export const setting = <Parser extends z.ZodType>(
  name: string,
  preset: string,
  parser: Parser,
  about: string,
  { required, secret }: More = {},
) => ({ name, preset, parser, about, required, isSecret: secret ?? false });

export const optional = <Parser extends z.ZodType>(name: string, parser: Parser, about: string, more?: More) =>
  setting(name, '', parser.optional(), about, more);

export type Settings = Record<string, ReturnType<typeof setting>>;
