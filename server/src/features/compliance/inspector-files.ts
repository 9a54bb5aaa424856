import { type Fail, failWith } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { ByteRange } from '../../ports/files.ts'
import type { Ports } from '../../ports/ports.ts'
import { createFileOpener, findFile, isAvailable } from '../files/index.ts'
import { findOpenLinkById } from './inspector-links.store.ts'

const fail: Fail<'INSPECTOR_LINK_NOT_FOUND' | 'FILE_NOT_FOUND'> = failWith()

type SharedFileParts = { ports: Pick<Ports, 'files' | 'fileLinks' | 'clock'>; db: Tx }

/** The file of a link of an open inspector's page; any other link gives the answer of an unknown page. */
export const createSharedFileFinder = ({ ports, db }: SharedFileParts) => {
  const open = createFileOpener({ files: ports.files, db })
  return async (token: string) => {
    const now = ports.clock.now()
    const { linkId, fileId } = ports.fileLinks.readShared(token) ?? fail('INSPECTOR_LINK_NOT_FOUND')
    const { plantId } = (await findOpenLinkById(db, linkId, now)) ?? fail('INSPECTOR_LINK_NOT_FOUND')
    const row = await findFile(db, fileId)
    if (!row || row.plantId !== plantId || !isAvailable(row, now)) return fail('FILE_NOT_FOUND')
    return { ...row, open: (range: ByteRange | null) => open(row, range) }
  }
}
