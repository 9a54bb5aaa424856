import type { User } from '../../kernel/caller.ts'
import { type Fail, failWith } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { ByteRange } from '../../ports/files.ts'
import type { Ports } from '../../ports/ports.ts'
import { findRole } from '../members/index.ts'
import { type FileRow, findFile, isAvailable } from './files.store.ts'
import { createFileOpener } from './open-file.ts'

type GuardRefusal = 'FILE_NOT_FOUND' | 'REPORT_LIMIT_BASIC'
const fail: Fail<'FILE_LINK_INVALID' | 'PLANT_NOT_FOUND' | GuardRefusal> = failWith()

/** Check of the owning feature before a file is opened: the reason to refuse it, or null. */
export type FileGuard = (tx: Tx, file: FileRow, now: Date, caller: User) => Promise<GuardRefusal | null>

export type FileFinderParts = {
  ports: Pick<Ports, 'files' | 'fileLinks' | 'clock'>
  db: Tx
  /** By `ownerKind`. */
  guards: Readonly<Record<string, FileGuard>>
}

/** The file of a link, for the session of the link and a person who still has access to the plant. */
export const createFileFinder = ({ ports, db, guards }: FileFinderParts) => {
  const open = createFileOpener({ files: ports.files, db })
  return async (caller: User, token: string) => {
    const now = ports.clock.now()
    const id = ports.fileLinks.read(token, caller.sessionId) ?? fail('FILE_LINK_INVALID')
    const row = (await findFile(db, id)) ?? fail('FILE_NOT_FOUND')
    if (!(await findRole(db, caller, row.plantId, now))) return fail('PLANT_NOT_FOUND')
    if (!isAvailable(row, now)) return fail('FILE_NOT_FOUND')
    const refusal = await guards[row.ownerKind]?.(db, row, now, caller)
    if (refusal) return fail(refusal)
    return { ...row, open: (range: ByteRange | null) => open(row, range) }
  }
}
