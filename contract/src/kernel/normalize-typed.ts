/** What a person pasted into a field of one line that has a form of its own: without what nobody sees, with plain spaces and hyphens. */
export const normalizeTyped = (value: string): string =>
  value
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\u2010\u2011]/gu, '-')
    .normalize('NFC')
    .trim()

/** The digits and letters of a code, however it was grouped and pasted. */
export const normalizeCode = (value: string): string => value.normalize('NFKC').replace(/[\s\p{Cf}\p{Pd}]/gu, '')

/** The domain of an address as mail servers write it: `müller.de` is `xn--mller-kva.de`. What is no domain stays as it is. */
const asciiDomain = (domain: string): string => {
  if (/^\p{ASCII}*$/u.test(domain) || /[\s/?#@:\\%[\]]/u.test(domain)) return domain
  return URL.canParse(`https://${domain}`) ? new URL(`https://${domain}`).hostname : domain
}

/** An address without what nobody sees and with its domain in ASCII. */
export const normalizeAddress = (typed: string): string => {
  const value = normalizeTyped(typed)
  const at = value.lastIndexOf('@')
  return at < 0 ? value : `${value.slice(0, at)}@${asciiDomain(value.slice(at + 1))}`
}
