import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { type GroupDraft, groupsWith } from './group-draft.ts'

/** In which room a lamp is to be for its row to be shown, and in which group; undefined shows all. */
export type MatrixFilter = { room: string | undefined; group: number | undefined }

/** Rows that fit: a lamp that is taken out of the group stays in sight until the unit has reported it. */
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
