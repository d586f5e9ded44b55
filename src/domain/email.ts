export const EMAIL_MAX = 254;

/** Letters of any script, no invisible characters; dots only between letters. */
const LOCAL = /^(?!\.)(?!.*\.\.)(?!.*\.$)[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}@"<>()[\],:;\\]{1,64}$/u;
/** At least two labels; the last is not a number, which would be an IP address. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?![0-9]+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const DOMAIN_MAX = 253;
/** `URL` would misread, decode or drop these characters. */
const NO_HOST = /[^\p{L}\p{M}\p{N}.。-]|\p{Default_Ignorable_Code_Point}/u;

/** E-mails are stored and compared as NFKC, lower case, domain in ASCII (UTS 46). */
export function normaliseEmail(typed: string): string {
  const email = typed.trim().normalize('NFKC').toLowerCase();
  const at = email.lastIndexOf('@');
  const domain = at < 0 ? undefined : asciiDomain(email.slice(at + 1));
  return domain === undefined ? email : `${email.slice(0, at)}@${domain}`;
}

export function isEmail(email: string): boolean {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  return (
    email.length <= EMAIL_MAX && domain.length <= DOMAIN_MAX && LOCAL.test(email.slice(0, at)) && DOMAIN.test(domain)
  );
}

function asciiDomain(domain: string): string | undefined {
  if (domain === '' || NO_HOST.test(domain)) return undefined;
  const address = `http://${domain}`;
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}
