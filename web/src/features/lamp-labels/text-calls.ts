import type {
  ImportPreview,
  ImportRow,
  LampTextRevision,
  LampTextRow,
} from '@vigilux/contract/features/lamp-labels/lamp-text.ts'
import { failureOf } from '../../shared/api/api-failure.ts'
import { call } from '../../shared/api/call.ts'
import { write } from '../../shared/api/use-action.ts'
import { retryWhenBusy, splitIntoCalls } from './split-into-calls.ts'

/** Previews rows of a file in parts; of several rows for one lamp the first counts. */
export async function previewRows(
  plantId: string,
  rows: readonly ImportRow[],
  reportProgress: (done: number) => void,
): Promise<ImportPreview> {
  const mergedPreview: ImportPreview = { changed: [], unchanged: [], faulty: [] }
  const seenKeys = new Set<string>()
  let done = 0
  for (const part of splitIntoCalls(rows)) {
    const { changed, unchanged, faulty } = await retryWhenBusy(() => call('previewLampImport', { plantId, rows: part }))
    for (const row of changed) {
      const key = `${row.topic}.${row.serial}`
      if (seenKeys.has(key)) mergedPreview.faulty.push({ line: row.line, reason: 'twice' })
      else mergedPreview.changed.push(row)
      seenKeys.add(key)
    }
    mergedPreview.unchanged.push(...unchanged)
    mergedPreview.faulty.push(...faulty)
    done += part.length
    reportProgress(done)
  }
  return mergedPreview
}

type SaveOptions = { plantId: string; kind: LampTextRevision['kind']; workId: string }

/** Writes all rows or none, in any number of calls. */
export async function saveTexts(
  { plantId, kind, workId }: SaveOptions,
  rows: readonly LampTextRow[],
): Promise<LampTextRevision> {
  const parts = splitIntoCalls(rows)
  const last = parts.pop() ?? []
  for (const [at, part] of parts.entries())
    await retryWhenBusy(() => write('uploadLampTexts', { plantId, workId, part: at + 1, rows: part }))
  const { revision } = await retryWhenBusy(() =>
    write('saveLampTexts', { plantId, workId, kind, parts: parts.length, rows: last }),
  )
  return revision
}

/** A lamp changed by another person meanwhile, with their texts. */
export type ChangedLamp = {
  topic: string
  addr: number
  now: { description: string; location: string; version: number }
}

/** The lamps in a refusal caused by a concurrent change. */
export function findChangedLamps(error: unknown): readonly ChangedLamp[] {
  const { code, details } = failureOf(error)
  const { rows } = (details ?? {}) as { rows?: unknown }
  return code === 'CHANGED_MEANWHILE' && Array.isArray(rows) ? (rows as ChangedLamp[]) : []
}
