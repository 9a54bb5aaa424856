/** Short-lived leave to fetch one file, worthless outside of the session that it was given to. */
export type FileLinks = {
  /** Path of the file for this session. */
  sign(leave: { fileId: string; sessionId: string }): string
  /** The file that the last part of such a path names; null where it is too old, changed or of another session. */
  read(token: string, sessionId: string): string | null
}
