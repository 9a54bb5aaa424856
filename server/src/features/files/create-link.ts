import type { FileLink } from '@vigilux/contract/features/files/file.ts'
import type { FileLinks } from '../../ports/file-links.ts'
import type { FileRow } from './files.store.ts'

export type LinkParts = { links: Pick<FileLinks, 'sign'>; sessionId: string }

/** A download link for the session of the caller, whose access was checked before. */
export const createFileLink = ({ id, name, bytes }: FileRow, { links, sessionId }: LinkParts): FileLink => ({
  url: links.sign({ fileId: id, sessionId }),
  name,
  bytes,
})
