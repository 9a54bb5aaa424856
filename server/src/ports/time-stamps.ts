/** A time stamp: the authority's name, the time, and the token as proof of both. */
export type TimeStamp = {
  /** Base64 of the DER TimeStampToken of RFC 3161. */
  token: string
  authority: string
  at: Date
}

/** An external authority to certify the existence of a text at a time. */
export type TimeStampAuthority = {
  /** Trusted certificates as base64 of their DER; empty if no authority is configured. */
  trusted: readonly string[]
  /** Null if there is no authority, or it is unreachable, slow, or returns no valid time stamp; never throws. */
  stamp(text: string): Promise<TimeStamp | null>
}
