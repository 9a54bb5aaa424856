/**
 * Result of a time stamp check. `known`: valid, from a trusted authority. `unknown`: valid, but the authority named is
 * not trusted. `broken`: for another text, altered, or signed by a key not allowed to stamp. `unchecked`: no checker
 * was available.
 */
export type TimeStampResult =
  | { state: 'known' | 'unknown'; authority: string; at: string }
  | { state: 'broken' | 'unchecked' }

/** Checks offline whether a time stamp (base64 of a DER TimeStampToken of RFC 3161) covers a text in UTF-8. */
export type CheckTimeStamp = (token: string, text: string) => Promise<TimeStampResult>

/** Maximum base64 characters of a time stamp; a real one with certificates has less than a tenth. */
export const maxTimeStampLength = 65_536
