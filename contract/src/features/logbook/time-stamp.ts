/**
 * What a check of a time stamp came to. `known`: it fits, and its authority is one that is trusted. `unknown`: it fits, and the name is what an
 * authority that is not trusted calls itself. `broken`: it is of something else, changed, or made by a key that may not stamp. `unchecked`: there was
 * nothing at hand to check it with.
 */
export type TimeStampResult =
  | { state: 'known' | 'unknown'; authority: string; at: string }
  | { state: 'broken' | 'unchecked' }

/** Checks a time stamp (base64 of a DER TimeStampToken of RFC 3161) that is said to be over a text in UTF-8, without asking anybody. */
export type CheckTimeStamp = (token: string, text: string) => Promise<TimeStampResult>

/** Characters of base64 that a time stamp may have: one with its certificates has less than a tenth. */
export const maxTimeStampLength = 65_536
