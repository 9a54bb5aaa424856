import type { ErrorCode } from '@vigilux/contract/errors.ts'
import type { UploadedFile } from '@vigilux/contract/features/files/file.ts'
import type { PlantPermission } from '@vigilux/contract/kernel/permissions.ts'
import type { User } from '../../kernel/caller.ts'
import { createDeadline } from '../../kernel/deadline.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import { claimKey, findAnswered } from '../../kernel/idempotency.store.ts'
import { callDeadlines } from '../../kernel/limits.ts'
import { type Fail, failWith } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { type InTransaction, refusable, type Work } from '../../kernel/work.ts'
import type { IssuedUploadGrant, UploadGrant } from '../../ports/file-links.ts'
import type { Ports } from '../../ports/ports.ts'
import { findRoleRefusal, lockPlant, lockPlantState, type RoleRefusal } from '../members/index.ts'
import type { FileRow } from './files.store.ts'
import { storeFile } from './store-file.ts'

const fail: Fail<'FILE_LINK_INVALID' | 'FILE_INCOMPLETE' | RoleRefusal> = failWith()

/** A feature's declaration of its uploads, with their refusal codes. */
export type UploadKind<Code extends ErrorCode = ErrorCode> = {
  permission: PlantPermission
  /** Accepted content types; null for any. */
  types: readonly string[] | null
  /** Refuses if the plant has the maximum; the plant is locked. */
  checkLimit(work: Work<Code>, plantId: string): Promise<void>
  /** Creates the object of the file, under the plant's lock; returns the updated row. */
  store(context: WriteContext<Code> & { leave: UploadGrant }, file: FileRow): Promise<FileRow>
}

/** An upload handled by its feature, because it becomes no file of a plant. */
export type CustomUpload = {
  /** Refuses unauthorized callers before a byte is read. Must store its result together with `claimUploadGrant`. */
  begin(caller: User, grant: IssuedUploadGrant): Promise<AcceptUpload>
}

export type UploadReceiverParts = {
  kinds: Readonly<Record<string, UploadKind | CustomUpload>>
  ports: Ports
  db: Tx
  inTransaction: InTransaction
}

/** Picture types shown by browsers, supported by previews, and recognizable by first bytes. */
export const pictureTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

/** Stores one file of a verified grant: its original name, and its content. */
export type AcceptUpload = (
  name: string,
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
) => Promise<UploadedFile>

/** Each transaction of an upload has the deadline of a call: it is rolled back, or its outcome is unknown. */
export const withTimeout =
  (inTransaction: InTransaction): InTransaction =>
  (work) =>
    inTransaction(work, createDeadline(callDeadlines.abandonMs))

/** The link as a call with an idempotency key: claimed in the transaction with the stored file. */
const callOf = ({ userId }: User, { id }: IssuedUploadGrant) => ({
  accountId: userId,
  action: 'POST /files',
  key: id,
  payloadHash: '',
})

/** Claims a link in the transaction with its stored file; false if it was used. */
export const claimUploadGrant = async (tx: Tx, caller: User, grant: IssuedUploadGrant, now: Date): Promise<boolean> =>
  (await claimKey(tx, callOf(caller, grant), now)) === null

/** The content, if it has the announced length; an empty one is refused elsewhere. */
const checkLength = async function* (content: AsyncIterable<Uint8Array>, announcedBytes: number) {
  let received = 0
  for await (const chunk of content) {
    received += chunk.byteLength
    yield chunk
  }
  if (received > 0 && received < announcedBytes) fail('FILE_INCOMPLETE', { received, announced: announcedBytes })
}

/**
 * The only entry for uploads: the grant of an action becomes a file. Access is checked before a byte is read, and again
 * at the end, because a slow upload may take minutes.
 */
export const createUploadReceiver =
  ({ kinds, ports, db, inTransaction }: UploadReceiverParts) =>
  async (caller: User, token: string): Promise<AcceptUpload> => {
    const grant = ports.fileLinks.readUpload(token, caller.sessionId) ?? fail('FILE_LINK_INVALID')
    const kind = kinds[grant.kind] ?? fail('FILE_LINK_INVALID')
    if (await findAnswered(db, callOf(caller, grant), ports.clock.now())) return fail('FILE_LINK_INVALID')
    const { of: plantId, bytes } = grant
    if ('begin' in kind) {
      const acceptUpload = await kind.begin(caller, grant)
      return (name, content, signal) => acceptUpload(name, checkLength(content, bytes), signal)
    }
    const checkRole = async (tx: Tx): Promise<void> => {
      const { permission } = kind
      const refusal = await findRoleRefusal(tx, caller, { plantId, permission, now: ports.clock.now() })
      if (refusal) fail(refusal)
    }
    await checkRole(db)

    return async (name, content, signal) => {
      const fileFields = { plantId, ownerKind: grant.kind, name, types: kind.types, bytes, createdBy: caller.userId }
      const row = await storeFile(
        { files: ports.files, inTransaction: withTimeout(inTransaction), quotaMb: ports.settings.filesQuotaMb },
        { ...fileFields, at: ports.clock.now(), expiresAt: null },
        checkLength(content, bytes),
        signal,
        {
          reserve: (work) => kind.checkLimit(refusable(work), plantId),
          keep: async (work, storedFile) => {
            if (!(await claimUploadGrant(work.tx, caller, grant, ports.clock.now()))) return fail('FILE_LINK_INVALID')
            await lockPlantState(work.tx, plantId)
            await lockPlant(work.tx, plantId)
            await checkRole(work.tx)
            return kind.store({ work: refusable(work), caller, leave: grant }, storedFile)
          },
        },
      )
      return { id: row.id, name: row.name, type: row.type, bytes: row.bytes }
    }
  }
