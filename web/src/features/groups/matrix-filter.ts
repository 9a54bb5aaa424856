import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { type GroupDraft, groupsWith } from './group-draft.ts'

/** Room and group of the rows to show; undefined shows all. */
export type MatrixFilter = { room: string | undefined; group: number | undefined }

/** Matching rows; a lamp removed from the group stays visible until the unit reports it. */
export function filterLamps(
  lamps: readonly Lamp[],
  { room, group }: MatrixFilter,
  draft: GroupDraft,
  roomsOf: (lamp: Lamp) => readonly string[],
): readonly Lamp[] {
  return lamps.filter((lamp) => {
    if (room !== undefined && !roomsOf(lamp).includes(room)) return false
    return group === undefined || lamp.groups.includes(group) || groupsWith(draft, lamp).includes(group)
  })
}
