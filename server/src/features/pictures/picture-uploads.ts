import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sanitizeFileName } from '@vigilux/contract/features/files/file.rules.ts'
import { pictureLimits } from '@vigilux/contract/features/pictures/picture.ts'
import type { AuditTarget } from '@vigilux/contract/kernel/audit-target.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import type { User } from '../../kernel/caller.ts'
import { createFairQueue } from '../../kernel/fair-queue.ts'
import { type Fail, failWith } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { InTransaction } from '../../kernel/work.ts'
import type { IssuedUploadGrant } from '../../ports/file-links.ts'
import type { PictureForm, Pictures } from '../../ports/pictures.ts'
import type { Ports } from '../../ports/ports.ts'
import {
  type AcceptUpload,
  type CustomUpload,
  claimUploadGrant,
  detectType,
  pictureTypes,
  withTimeout,
} from '../files/index.ts'
import { findRoleRefusal, lockPlant, lockPlantState, type RoleRefusal } from '../members/index.ts'
import { findPlant } from '../plants/index.ts'
import { type PictureOwner, replacePicture } from './pictures.store.ts'

type OwnerRefusal = 'FILE_LINK_INVALID' | RoleRefusal
const fail: Fail<'PICTURE_UNREADABLE' | 'FILE_TYPE_REFUSED' | 'STORAGE_UNAVAILABLE' | OwnerRefusal> = failWith()

export const uploadNames = { own: 'ownpicture', logo: 'plantlogo' } as const

export type PictureUploadParts = {
  ports: Pick<Ports, 'files' | 'clock'>
  pictures: Pictures
  db: Tx
  inTransaction: InTransaction
}

/** Maximum size of the reduced picture in bytes; a noisy logo is reduced further until it fits. */
const maxBytes = 262_144

/** Processing holds a whole picture in memory and occupies a core, so a node processes one at a time. */
const turns = {
  places: 1,
  placesPerCaller: 1,
  waitingPerCaller: 4,
  waitingInAll: 30,
  longestWaitMs: 120_000,
}

/** How a kind of picture is processed and where it is stored. */
type Kind = {
  type: 'image/webp' | 'image/png'
  form: PictureForm
  /** Why the caller may not, or no longer may, set this picture; null otherwise. */
  findRefusal(tx: Tx, caller: User, ownerId: string, now: Date): Promise<OwnerRefusal | null>
  owner(ownerId: string): PictureOwner
  thing(tx: Tx, caller: User, ownerId: string): Promise<AuditTarget>
}

const kinds: Record<(typeof uploadNames)[keyof typeof uploadNames], Kind> = {
  ownpicture: {
    type: 'image/webp',
    form: { as: 'webp', longestSide: pictureLimits.profileSide },
    findRefusal: async (_tx, { userId }, ownerId) => (userId === ownerId ? null : 'FILE_LINK_INVALID'),
    owner: (userId) => ({ userId }),
    thing: async (_tx, { userId, name }) => ({ kind: 'person', id: userId, name }),
  },
  plantlogo: {
    type: 'image/png',
    form: { as: 'png', longestSide: pictureLimits.logoSide },
    findRefusal: (tx, caller, plantId, now) =>
      findRoleRefusal(tx, caller, { plantId, permission: 'plant.administer', now }),
    owner: (plantId) => ({ plantId }),
    thing: async (tx, _caller, ownerId) => ({
      kind: 'plant',
      id: ownerId,
      name: (await findPlant(tx, ownerId)).plantname,
    }),
  },
}

/**
 * Pictures of persons and logos of plants. The upload stays in the file storage until it is reduced and is then
 * deleted; metadata beside the pixels is dropped.
 */
export const pictureUploads = (parts: PictureUploadParts): Record<string, CustomUpload> => {
  const { pictures, db } = parts
  const inTransaction = withTimeout(parts.inTransaction)
  const { files, clock } = parts.ports
  const queue = createFairQueue(turns)

  const shrinkPicture = async (content: Uint8Array, form: PictureForm, signal: AbortSignal): Promise<Buffer> => {
    const picture = (await pictures.preview(content, form, signal)) ?? fail('PICTURE_UNREADABLE')
    if (picture.length <= maxBytes) return Buffer.from(picture)
    return shrinkPicture(content, { ...form, longestSide: Math.floor(form.longestSide / 2) }, signal)
  }

  /** Streams the content to the storage first, so concurrent uploads are not held in memory. */
  const receivePicture = async (
    source: AsyncIterable<Uint8Array>,
    { form, bytes, payer }: { form: PictureForm; bytes: number; payer: string },
    signal: AbortSignal,
  ): Promise<Buffer> => {
    const { type, content } = await detectType(source)
    if (!pictureTypes.includes(type)) return fail('FILE_TYPE_REFUSED', { type })
    // No file row refers to this key, so the nightly sweep deletes the leftovers of a stopped server.
    const key = randomUUID()
    try {
      await files.put(key, content(), { limitBytes: bytes, signal })
      return await queue.run(payer, async () => {
        const uploadedFile = (await files.get(key)) ?? fail('STORAGE_UNAVAILABLE')
        return shrinkPicture(await buffer(uploadedFile), form, signal)
      })
    } finally {
      await files.delete(key)
    }
  }

  const savePicture = async (
    { type, findRefusal, owner, thing: findAuditTarget }: Kind,
    { caller, leave: grant, content }: { caller: User; leave: IssuedUploadGrant; content: Buffer },
  ): Promise<string> => {
    const id = randomUUID()
    const at = clock.now()
    const { of: ownerId } = grant
    await inTransaction(async (work) => {
      if (!(await claimUploadGrant(work.tx, caller, grant, at))) return fail('FILE_LINK_INVALID')
      const to = owner(ownerId)
      if ('plantId' in to) {
        await lockPlantState(work.tx, to.plantId)
        await lockPlant(work.tx, to.plantId)
      }
      const refusal = await findRefusal(work.tx, caller, ownerId, at)
      if (refusal) return fail(refusal)
      await replacePicture(work.tx, to, { id, type, content, madeAt: at })
      const plantId = 'plantId' in to ? to.plantId : null
      const targets = [await findAuditTarget(work.tx, caller, ownerId)]
      const line = { at, caller, plantId, action: 'pictureStored', result: 'ok', requestId: id }
      await writeAudit(work.tx, { ...line, notes: { plantId, targets, moreTargets: 0, changes: [] } })
      if (plantId === null) return
      const { version } = await findPlant(work.tx, plantId)
      work.broadcast({ plant: plantId }, 'updatePlant', { plant_id: plantId, version })
    })
    return id
  }

  const customUploadOf = (kind: Kind): CustomUpload => ({
    async begin(caller, grant): Promise<AcceptUpload> {
      const { of: ownerId, bytes } = grant
      const refusal = await kind.findRefusal(db, caller, ownerId, clock.now())
      if (refusal) return fail(refusal)
      return async (name, source, signal) => {
        const content = await receivePicture(source, { form: kind.form, bytes, payer: caller.userId }, signal)
        const id = await savePicture(kind, { caller, leave: grant, content })
        return { id, name: sanitizeFileName(name), type: kind.type, bytes: content.length }
      }
    },
  })
  return { [uploadNames.own]: customUploadOf(kinds.ownpicture), [uploadNames.logo]: customUploadOf(kinds.plantlogo) }
}
