import type { Announce } from '../../kernel/announce.ts'
import type { BackgroundParts } from '../../kernel/background.ts'

export type KeeperParts = Pick<BackgroundParts, 'ports' | 'inTransaction' | 'deliver'>

/** Tells open browsers that notices of these people are others than before: their own, and those that show the plant's history. */
export const tellOf = (announce: Announce, plantId: string, userIds: readonly string[]): void => {
  if (userIds.length === 0) return
  for (const user of userIds) announce({ user }, 'notices', { plant_id: plantId })
  announce({ plant: plantId }, 'notices', { plant_id: plantId })
}
