import type { LampTextRevision, LampTextRow } from '@vigilux/contract/features/lamp-labels/lamp-text.ts'
import { useRef, useState } from 'react'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { type ChangedLamp, findChangedLamps, saveTexts } from './text-calls.ts'

type Place = { topic: string; addr: number }
const keyOf = ({ topic, addr }: Place): string => `${topic}.${addr}`

/** The rows without those changed by another person. */
export function dropConflicting(rows: readonly LampTextRow[], changed: readonly ChangedLamp[]): LampTextRow[] {
  const changedKeys = new Set(changed.map(keyOf))
  return rows.filter((row) => !changedKeys.has(keyOf(row)))
}

/** The rows with the versions of the other person's changes, to overwrite them. */
export function overwriteConflicting(rows: readonly LampTextRow[], changed: readonly ChangedLamp[]): LampTextRow[] {
  const versions = new Map(changed.map((one) => [keyOf(one), one.now.version]))
  return rows.map((row) => ({ ...row, version: versions.get(keyOf(row)) ?? row.version }))
}

export type Conflict = { rows: readonly LampTextRow[]; changed: readonly ChangedLamp[] }
type Outcome = { revision?: LampTextRevision; conflict?: Conflict; error?: unknown; keptTheirs?: true }

/** Writes texts at once. After a concurrent change the person chooses, and the rest is written then. */
export function useSaveTexts(kind: LampTextRevision['kind']) {
  const { plantId } = useCurrentPlant()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>({})
  const key = useRef(crypto.randomUUID())

  const save = async (rows: readonly LampTextRow[]): Promise<LampTextRevision | undefined> => {
    if (rows.length === 0) {
      setOutcome({ keptTheirs: true })
      return undefined
    }
    setBusy(true)
    try {
      const revision = await saveTexts({ plantId, kind, workId: key.current }, rows)
      setOutcome({ revision })
      return revision
    } catch (error) {
      const changed = findChangedLamps(error)
      // Nothing was written, so the next attempt is a new revision.
      if (changed.length > 0) key.current = crypto.randomUUID()
      setOutcome(changed.length > 0 ? { conflict: { rows, changed } } : { error })
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return {
    ...outcome,
    busy,
    save,
    takeTheirs: ({ rows, changed }: Conflict) => save(dropConflicting(rows, changed)),
    keepMine: ({ rows, changed }: Conflict) => save(overwriteConflicting(rows, changed)),
  }
}
