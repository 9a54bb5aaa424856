import type { BackgroundParts } from '../../kernel/background.ts'
import type { Work } from '../../kernel/work.ts'

export type NoticeTaskParts = Pick<BackgroundParts, 'ports' | 'inTransaction'>

/** Tells open browsers that notices of these people are others than before: their own, and those that show the plant's history. */
export const broadcastNotices = (work: Work, plantId: string, userIds: readonly string[]): void => {
  if (userIds.length === 0) return
  for (const user of userIds) work.broadcast({ user }, 'notices', { plant_id: plantId })
  work.broadcast({ plant: plantId }, 'notices', { plant_id: plantId })
}
