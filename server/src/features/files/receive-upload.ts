import type { UploadedFile } from '@vigilux/contract/features/files/file.ts'
import { type PlantPermission, roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { type Announcement, collectAnnouncements } from '../../kernel/announce.ts'
import type { User } from '../../kernel/caller.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { InTransaction, Tx } from '../../kernel/transaction.ts'
import type { UploadLeave } from '../../ports/file-links.ts'
import type { Ports } from '../../ports/ports.ts'
import { findRole, lockPlant } from '../members/index.ts'
import type { FileRow } from './files.store.ts'
import { keepFile } from './keep-file.ts'

/** What a feature declares of the files that people may send it. */
export type UploadKind = {
  permission: PlantPermission
  /** Content types that it takes; null for any. */
  types: readonly string[] | null
  /** Refuses where the plant may have no more of them; the plant is locked. */
  checkLimit(tx: Tx, plantId: string): Promise<void>
  /** Makes what the file is for, alone in its plant, and gives the row as it is then. */
  keep(context: WriteContext & { leave: UploadLeave }, file: FileRow): Promise<FileRow>
}

export type UploadReceiverParts = {
  kinds: Readonly<Record<string, UploadKind>>
  ports: Ports
  db: Tx
  inTransaction: InTransaction
  deliver(announcements: Announcement[]): void
}

/** Stores one file of a leave that was checked: its name as it was sent, and its content. */
export type TakeUpload = (
  name: string,
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
) => Promise<UploadedFile>

/**
 * The one way in for files of people: a leave that an action gave becomes a file. Who may is asked when it begins, before
 * a byte is read, and again when it ends, since a slow line may take minutes.
 */
export const createUploadReceiver = ({ kinds, ports, db, inTransaction, deliver }: UploadReceiverParts) => {
  const checkRole = async (tx: Tx, caller: User, plantId: string, { permission }: UploadKind): Promise<void> => {
    const role = (await findRole(tx, caller, plantId)) ?? fail('PLANT_NOT_FOUND')
    if (!roleMay(role, permission)) fail('NOT_ALLOWED')
  }

  return async (caller: User, token: string): Promise<TakeUpload> => {
    const leave = ports.fileLinks.readUpload(token, caller.sessionId) ?? fail('FILE_LINK_INVALID')
    const { plantId, bytes } = leave
    const kind = kinds[leave.kind] ?? fail('FILE_LINK_INVALID')
    await checkRole(db, caller, plantId, kind)

    return async (name, content, signal) => {
      const { announce, collected } = collectAnnouncements()
      const wanted = { plantId, ownerKind: leave.kind, name, types: kind.types, bytes, createdBy: caller.userId }
      const row = await keepFile(
        { files: ports.files, inTransaction, quotaMb: ports.settings.filesQuotaMb },
        { ...wanted, at: ports.clock.now(), expiresAt: null },
        content,
        signal,
        {
          reserve: (tx) => kind.checkLimit(tx, plantId),
          keep: async (tx, kept) => {
            collected.length = 0
            await lockPlant(tx, plantId)
            await checkRole(tx, caller, plantId, kind)
            return kind.keep({ tx, announce, ports, caller, leave }, kept)
          },
        },
      )
      deliver(collected)
      return { id: row.id, name: row.name, type: row.type, bytes: row.bytes }
    }
  }
}
