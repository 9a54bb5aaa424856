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
import type { IssuedUploadGrant, UploadGrant } from '../../ports/file-links.ts'
import type { Ports } from '../../ports/ports.ts'
import { checkRole, lockPlant, lockPlantState } from '../members/index.ts'
import type { FileRow } from './files.store.ts'
import { storeFile } from './store-file.ts'

/** What a feature declares of the files that people may send it. */
export type UploadKind = {
  permission: PlantPermission
  /** Content types that it takes; null for any. */
  types: readonly string[] | null
  /** Refuses where the plant may have no more of them; the plant is locked. */
  checkLimit(tx: Tx, plantId: string): Promise<void>
  /** Makes what the file is for, alone in its plant, and gives the row as it is then. */
  store(context: WriteContext & { leave: UploadGrant }, file: FileRow): Promise<FileRow>
}

/** What a feature takes itself: it becomes something else than a file of a plant. */
export type CustomUpload = {
  /** Refuses, before a byte is read, whoever may not send it. What it stores it stores together with `claimUploadGrant`. */
  begin(caller: User, leave: IssuedUploadGrant): Promise<AcceptUpload>
}

export type UploadReceiverParts = {
  kinds: Readonly<Record<string, UploadKind | CustomUpload>>
  ports: Ports
  db: Tx
  inTransaction: InTransaction
}

/** Types of pictures that browsers show, previews are made of, and first bytes reveal. */
export const pictureTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

/** Stores one file of a leave that was checked: its name as it was sent, and its content. */
export type AcceptUpload = (
  name: string,
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
) => Promise<UploadedFile>

/** Each transaction of an upload has the time of a call: it is rolled back, or its outcome is unknown. */
export const withTimeout =
  (inTransaction: InTransaction): InTransaction =>
  (work) =>
    inTransaction(work, createDeadline(callDeadlines.abandonMs))

/** The link as a call with an idempotency key: it is claimed in the transaction that stores the file. */
const callOf = ({ userId }: User, { id }: IssuedUploadGrant) => ({
  accountId: userId,
  action: 'POST /files',
  key: id,
  payloadHash: '',
})

/** Claims a link in the transaction that stores its file. Refuses with FILE_LINK_INVALID where it has stored one. */
export const claimUploadGrant = async (tx: Tx, caller: User, leave: IssuedUploadGrant, now: Date): Promise<void> => {
  if (await claimKey(tx, callOf(caller, leave), now)) fail('FILE_LINK_INVALID')
}

/** The content, where it has as many bytes as were announced; one without any is refused as empty elsewhere. */
const checkLength = async function* (content: AsyncIterable<Uint8Array>, announced: number) {
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
  async (caller: User, token: string): Promise<AcceptUpload> => {
    const leave = ports.fileLinks.readUpload(token, caller.sessionId) ?? fail('FILE_LINK_INVALID')
    const kind = kinds[leave.kind] ?? fail('FILE_LINK_INVALID')
    if (await findAnswered(db, callOf(caller, leave), ports.clock.now())) return fail('FILE_LINK_INVALID')
    const { of: plantId, bytes } = leave
    if ('begin' in kind) {
      const take = await kind.begin(caller, leave)
      return (name, content, signal) => take(name, checkLength(content, bytes), signal)
    }
    await checkRole(db, caller, { plantId, permission: kind.permission, now: ports.clock.now() })

    return async (name, content, signal) => {
      const wanted = { plantId, ownerKind: leave.kind, name, types: kind.types, bytes, createdBy: caller.userId }
      const row = await storeFile(
        { files: ports.files, inTransaction: withTimeout(inTransaction), quotaMb: ports.settings.filesQuotaMb },
        { ...wanted, at: ports.clock.now(), expiresAt: null },
        checkLength(content, bytes),
        signal,
        {
          reserve: (tx) => kind.checkLimit(tx, plantId),
          keep: async (work, kept) => {
            await claimUploadGrant(work.tx, caller, leave, ports.clock.now())
            await lockPlantState(work.tx, plantId)
            await lockPlant(work.tx, plantId)
            await checkRole(work.tx, caller, { plantId, permission: kind.permission, now: ports.clock.now() })
            return kind.store({ work, caller, leave }, kept)
          },
        },
      )
      return { id: row.id, name: row.name, type: row.type, bytes: row.bytes }
    }
  }
