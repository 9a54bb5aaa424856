import type { ActionOutput } from '../../shared/api/actions.ts'

export type LampChange = ActionOutput<'getLampHistory'>['changes'][number]

/** Duration of a lamp's state, and the lamp that it replaced. */
export type HistoryLine = LampChange & { untilMs: number; instead: string | null }

/** Lines of a history, newest first: each lasts until the next newer one, the newest until the current time. */
export function historyLines(changes: readonly LampChange[], now: number): HistoryLine[] {
  return changes.map((change, at) => {
    const newer = changes[at - 1]
    const older = changes[at + 1]
    return {
      ...change,
      untilMs: Math.max(0, (newer ? Date.parse(newer.at) : now) - Date.parse(change.at)),
      instead: older && older.serial !== change.serial ? older.serial : null,
    }
  })
}
