import type { BackgroundParts } from '../../kernel/background.ts'
import type { Work } from '../../kernel/work.ts'

export type NoticeTaskParts = Pick<BackgroundParts, 'ports' | 'inTransaction'>

/** Notifies open browsers of changes in these people's notices: their own lists, and the plant's notice history. */
export const broadcastNotices = (work: Work, plantId: string, userIds: readonly string[]): void => {
  if (userIds.length === 0) return
  for (const user of userIds) work.broadcast({ user }, 'notices', { plant_id: plantId })
  work.broadcast({ plant: plantId }, 'notices', { plant_id: plantId })
}
