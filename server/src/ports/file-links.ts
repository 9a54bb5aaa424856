/** Properties of an upload, as permitted by its action. */
export type UploadGrant = {
  /** The receiving feature; a name of the table of uploads. */
  kind: string
  /** Id of the plant or person of the upload. */
  of: string
  /** Size in bytes. */
  bytes: number
  /** Data for the feature, such as a category; a word of at most 20 letters. */
  detail: string
}

/** Grant of one link, for one file; the id distinguishes it from others of the same session. */
export type IssuedUploadGrant = UploadGrant & { id: string }

/** Grant to generate a document: its feature and plant, and data for the feature. */
export type GeneratedFileGrant = { kind: string; plantId: string; detail: string }

/** Grant of one file of an inspector's page. */
export type SharedFileGrant = { linkId: string; fileId: string }

/** Signed links to download or upload one file: short-lived and of one session, except those of an inspector's page. */
export type FileLinks = {
  /** Download path of the file for this session. */
  sign(grant: { fileId: string; sessionId: string }): string
  /** Path of a document generated on download, for this session. */
  signMade(grant: GeneratedFileGrant & { sessionId: string }): string
  /** The document named by the last part of such a path; null as below. */
  readMade(token: string, sessionId: string): GeneratedFileGrant | null
  /** The file named by the last part of such a path; null if it expired, was changed or is of another session. */
  read(token: string, sessionId: string): string | null
  /** Download path of a file of an inspector's page, without a session, until the page ends. */
  signShared(grant: SharedFileGrant & { until: Date }): string
  /** The grant in the last part of such a path; null as above. The page may have been closed meanwhile. */
  readShared(token: string): SharedFileGrant | null
  /** Upload path for this session. */
  signUpload(grant: UploadGrant & { sessionId: string }): string
  /** The grant in the last part of such a path; null as above. */
  readUpload(token: string, sessionId: string): IssuedUploadGrant | null
}
