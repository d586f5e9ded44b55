import type { Finding } from '../finding.ts';
import { codeFiles } from '../project-files.ts';

const CALL =
  /\b(?:createHash|createHmac|hkdf|hkdfSync|pbkdf2|pbkdf2Sync|(?<![.\w]|function )hash)\(\s*(?!'sha256')([^,)\s]+)/g;
/** By file and argument, and why. */
const MAY: Record<string, string> = {
  "src/server/members/auth/password.ts 'argon2id'": 'A password is kept by a slow hash.',
};

/**
 * SHA-256, and by its name, so that it can be read here. What our libraries do inside is not seen: otpauth takes SHA-1 as
 * apps do, altcha-lib PBKDF2 over SHA-256.
 */
export function approvedHashes(root: string): Finding[] {
  return codeFiles(root, 'src').flatMap(({ file, text }) =>
    [...text.matchAll(CALL)]
      .filter(([, argument]) => !(`${file} ${argument}` in MAY))
      .map(([, argument]) => ({ file, problem: `It hashes by ${argument}, not by 'sha256'.` })),
  );
}
