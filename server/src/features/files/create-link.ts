import type { FileLink } from '@vigilux/contract/features/files/file.ts'
import type { FileLinks } from '../../ports/file-links.ts'
import type { FileRow } from './files.store.ts'

export type LinkParts = { links: Pick<FileLinks, 'sign'>; sessionId: string }

/** Leave to fetch a file, for the session that asked. Who may was asked before. */
export const createFileLink = ({ id, name, bytes }: FileRow, { links, sessionId }: LinkParts): FileLink => ({
  url: links.sign({ fileId: id, sessionId }),
  name,
  bytes,
})
