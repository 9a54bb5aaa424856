/** What an upload is allowed to be, as its action found it. */
export type UploadGrant = {
  /** Which feature takes the file; a name of the table of uploads. */
  kind: string
  /** Id of the plant that it is for, or of the person. */
  of: string
  /** Bytes that it has. */
  bytes: number
  /** What the feature wants to know again, such as a category; a word of at most 20 letters. */
  detail: string
}

/** A leave of one link, which stores one file: its id tells it from others of the same session. */
export type IssuedUploadGrant = UploadGrant & { id: string }

/** Which document is to be made: of which feature and plant, and what that feature wants to know again. */
export type GeneratedFileGrant = { kind: string; plantId: string; detail: string }

/** Short-lived leave to fetch or to send one file, worthless outside of the session that it was given to. */
export type FileLinks = {
  /** Path of the file for this session. */
  sign(leave: { fileId: string; sessionId: string }): string
  /** Path of a document that is made while it is fetched, for this session. */
  signMade(leave: GeneratedFileGrant & { sessionId: string }): string
  /** What the last part of such a path names; null as below. */
  readMade(token: string, sessionId: string): GeneratedFileGrant | null
  /** The file that the last part of such a path names; null where it is too old, changed or of another session. */
  read(token: string, sessionId: string): string | null
  /** Path to send a file to, for this session. */
  signUpload(leave: UploadGrant & { sessionId: string }): string
  /** The leave that the last part of such a path is; null as above. */
  readUpload(token: string, sessionId: string): IssuedUploadGrant | null
}
