import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { createFileName } from '@vigilux/contract/features/files/file.rules.ts'
import { exportRetentionHours } from '@vigilux/contract/features/plant-archive/plant-export.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import type { BackgroundParts, StartupHook } from '../../kernel/background.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { type FileGuard, type FileRow, storeFile } from '../files/index.ts'
import { readSigningKey, type SigningKey } from '../logbook/index.ts'
import { findRole } from '../members/index.ts'
import { findPlant } from '../plants/index.ts'
import { archiveFormat } from './archive-manifest.ts'
import { beginSnapshot, countArchivedRows, findSchemaVersion } from './exported-rows.store.ts'
import { findPlantExport, type PlantExportRow, updatePlantExport } from './plant-exports.store.ts'
import { writeArchive } from './write-archive.ts'

/** Maximum bytes of an export: more than any plant has. */
const maxExportBytes = 64 * 1024 ** 3
const progressMs = 1_000
const hourMs = 3_600_000

const fileTitle = 'Plant'

/** Shows how far an export is, once a second. */
const startProgress = ({ db, log }: Pick<BackgroundParts, 'db' | 'log'>, id: string) => {
  const progress = { done: 0, total: 0 }
  const save = () => updatePlantExport(db, id, { ...progress })
  const timer = setInterval(
    () => void save().catch((err: unknown) => log.warn({ err }, 'progress not saved')),
    progressMs,
  )
  return {
    progress,
    save,
    stop: () => clearInterval(timer),
  }
}

/** Writes the archive of a plant into the file storage, from one snapshot of the database. */
const exportPlant = async (
  { ports, db, inTransaction, log }: BackgroundParts,
  row: PlantExportRow,
  signal: AbortSignal,
): Promise<FileRow> => {
  const { plantId } = row
  const now = ports.clock.now()
  const plant = await findPlant(db, plantId)
  const key: SigningKey = await inTransaction(({ tx }) => readSigningKey({ tx, keyCipher: ports.keyCipher, now }))
  const header = {
    format: archiveFormat,
    schema: await findSchemaVersion(db),
    plant: { id: plantId, name: plant.plantname, timezone: plant.timezone },
    installation: ports.settings.publicUrl,
    exportedAt: now.toISOString(),
  } as const
  const { progress, save, stop } = startProgress({ db, log }, row.id)
  const archive = createGzip({ level: 6 })
  const writing = inTransaction(async ({ tx }) => {
    await beginSnapshot(tx)
    const counts = await countArchivedRows(tx, plantId)
    progress.total = [...counts.values()].reduce((sum, count) => sum + count, counts.get('file') ?? 0)
    const wrote = (count: number): void => {
      progress.done += count
    }
    const parts = { tx, files: ports.files, key, wrote }
    await new Promise<void>((resolve, reject) =>
      pipeline(Readable.from(writeArchive(header, parts), { highWaterMark: 1 }), archive, (error) =>
        error ? reject(error) : resolve(),
      ),
    )
  })
  // A failure ends the stream, and is thrown below.
  writing.catch(() => archive.destroy())
  const day = dayIn(row.requestedAt, plant.timezone)
  const file = {
    plantId,
    ownerKind: 'plantExport',
    name: createFileName({ title: fileTitle, day, plantname: plant.plantname, type: 'tar.gz' }),
    types: ['application/gzip'],
    bytes: maxExportBytes,
    createdBy: row.requestedBy,
    at: now,
    expiresAt: new Date(now.getTime() + exportRetentionHours * hourMs),
  }
  try {
    const storeParts = { files: ports.files, inTransaction, quotaMb: Number.POSITIVE_INFINITY }
    const stored = storeFile(storeParts, file, archive, signal)
    await Promise.all([stored, writing])
    await save()
    return await stored
  } finally {
    archive.destroy()
    stop()
  }
}

/** Exports plants one at a time: each reads all data of a plant. */
export const plantExportWorker: StartupHook = async (parts) => {
  const { ports, db } = parts
  await ports.jobs.work(
    'plant.export',
    async ({ data: { plantId, exportId }, signal }) => {
      const row = await findPlantExport(db, plantId, exportId)
      if (!row || row.state === 'ready') return
      await updatePlantExport(db, exportId, { state: 'running', done: 0 })
      try {
        const { id: fileId, bytes } = await exportPlant(parts, row, signal)
        await updatePlantExport(db, exportId, { state: 'ready', fileId, bytes })
      } catch (error) {
        await updatePlantExport(db, exportId, { state: 'failed' })
        throw error
      }
    },
    { concurrency: 1 },
  )
}

/** An export holds everything: only an administrator of the plant downloads it. */
export const plantExportFiles: Readonly<Record<string, FileGuard>> = {
  plantExport: async (tx, file, now, caller) => {
    const role = await findRole(tx, caller, file.plantId, now)
    return role !== null && roleMay(role, 'plant.administer') ? null : 'FILE_NOT_FOUND'
  },
}
