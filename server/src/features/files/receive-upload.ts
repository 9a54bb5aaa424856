import type { UploadedFile } from '@vigilux/contract/features/files/file.ts'
import type { PlantPermission } from '@vigilux/contract/kernel/permissions.ts'
import type { User } from '../../kernel/caller.ts'
import { createDeadline } from '../../kernel/deadline.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import { claimKey, findAnswered } from '../../kernel/idempotency.store.ts'
import { callDeadlines } from '../../kernel/limits.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { InTransaction } from '../../kernel/work.ts'
import type { GivenUploadLeave, UploadLeave } from '../../ports/file-links.ts'
import type { Ports } from '../../ports/ports.ts'
import { checkRole, holdPlant, lockPlant } from '../members/index.ts'
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

/** What a feature takes itself: it becomes something else than a file of a plant. */
export type TakenUpload = {
  /** Refuses, before a byte is read, whoever may not send it. What it stores it stores together with `claimLeave`. */
  begin(caller: User, leave: GivenUploadLeave): Promise<TakeUpload>
}

export type UploadReceiverParts = {
  kinds: Readonly<Record<string, UploadKind | TakenUpload>>
  ports: Ports
  db: Tx
  inTransaction: InTransaction
}

/** Types of pictures that browsers show, previews are made of, and first bytes reveal. */
export const pictureTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

/** Stores one file of a leave that was checked: its name as it was sent, and its content. */
export type TakeUpload = (
  name: string,
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
) => Promise<UploadedFile>

/** Each transaction of an upload has the time of a call: it is rolled back, or its outcome is unknown. */
export const inTime =
  (inTransaction: InTransaction): InTransaction =>
  (work) =>
    inTransaction(work, createDeadline(callDeadlines.abandonMs))

/** The link as a call with an idempotency key: it is claimed in the transaction that stores the file. */
const callOf = ({ userId }: User, { id }: GivenUploadLeave) => ({
  accountId: userId,
  action: 'POST /files',
  key: id,
  payloadHash: '',
})

/** Claims a link in the transaction that stores its file. Refuses with FILE_LINK_INVALID where it has stored one. */
export const claimLeave = async (tx: Tx, caller: User, leave: GivenUploadLeave, now: Date): Promise<void> => {
  if (await claimKey(tx, callOf(caller, leave), now)) fail('FILE_LINK_INVALID')
}

/** The content, where it has as many bytes as were announced; one without any is refused as empty elsewhere. */
const asAnnounced = async function* (content: AsyncIterable<Uint8Array>, announced: number) {
  let received = 0
  for await (const piece of content) {
    received += piece.byteLength
    yield piece
  }
  if (received > 0 && received < announced) fail('FILE_INCOMPLETE', { received, announced })
}

/**
 * The one way in for files of people: a leave that an action gave becomes a file. Who may is asked when it begins, before
 * a byte is read, and again when it ends, since a slow line may take minutes.
 */
export const createUploadReceiver =
  ({ kinds, ports, db, inTransaction }: UploadReceiverParts) =>
  async (caller: User, token: string): Promise<TakeUpload> => {
    const leave = ports.fileLinks.readUpload(token, caller.sessionId) ?? fail('FILE_LINK_INVALID')
    const kind = kinds[leave.kind] ?? fail('FILE_LINK_INVALID')
    if (await findAnswered(db, callOf(caller, leave), ports.clock.now())) return fail('FILE_LINK_INVALID')
    const { of: plantId, bytes } = leave
    if ('begin' in kind) {
      const take = await kind.begin(caller, leave)
      return (name, content, signal) => take(name, asAnnounced(content, bytes), signal)
    }
    await checkRole(db, caller, { plantId, permission: kind.permission, now: ports.clock.now() })

    return async (name, content, signal) => {
      const wanted = { plantId, ownerKind: leave.kind, name, types: kind.types, bytes, createdBy: caller.userId }
      const row = await keepFile(
        { files: ports.files, inTransaction: inTime(inTransaction), quotaMb: ports.settings.filesQuotaMb },
        { ...wanted, at: ports.clock.now(), expiresAt: null },
        asAnnounced(content, bytes),
        signal,
        {
          reserve: (tx) => kind.checkLimit(tx, plantId),
          keep: async (work, kept) => {
            await claimLeave(work.tx, caller, leave, ports.clock.now())
            await holdPlant(work.tx, plantId)
            await lockPlant(work.tx, plantId)
            await checkRole(work.tx, caller, { plantId, permission: kind.permission, now: ports.clock.now() })
            return kind.keep({ work, caller, leave }, kept)
          },
        },
      )
      return { id: row.id, name: row.name, type: row.type, bytes: row.bytes }
    }
  }
