import type { ActionOutput } from '../../shared/api/actions.ts'

export type LampChange = ActionOutput<'getLampHistory'>['changes'][number]

/** Duration of a lamp's state, and the lamp it replaced. */
export type HistoryLine = LampChange & { untilMs: number; instead: string | null }

/** Lines of a history, newest first: each lasts until the next newer one, the newest until the current time. */
export function historyLines(changes: readonly LampChange[], now: number): HistoryLine[] {
  return changes.map((change, at) => {
    const newerChange = changes[at - 1]
    const olderChange = changes[at + 1]
    return {
      ...change,
      untilMs: Math.max(0, (newerChange ? Date.parse(newerChange.at) : now) - Date.parse(change.at)),
      instead: olderChange && olderChange.serial !== change.serial ? olderChange.serial : null,
    }
  })
}
