/** A time stamp as an authority gave it: who says so, when it was, and the token that proves both. */
export type TimeStamp = {
  /** Base64 of the DER TimeStampToken of RFC 3161. */
  token: string
  authority: string
  at: Date
}

/** Somebody outside who certifies that a text was there at a time. */
export type TimeStampAuthority = {
  /** Certificates of those that are trusted, base64 of their DER; none where no authority is configured. */
  trusted: readonly string[]
  /** Null where there is no authority, or where it is away, slow, or answers with anything but a sound time stamp; never throws. */
  stamp(text: string): Promise<TimeStamp | null>
}
