import type { ClaimableLamp } from '@vigilux/contract/features/commissioning/walk.rules.ts'
import type { Walk, WalkLamp } from '@vigilux/contract/features/commissioning/walk.ts'
import type { WalkLampDetail, WalkWithCounts } from './commissioning.store.ts'

/** A walk as members see it. */
export const toWalk = ({ walk, topic, total, done, skipped }: WalkWithCounts): Walk => ({
  id: walk.id,
  plan_id: walk.planId,
  topic,
  total,
  done,
  skipped,
  started_by: walk.startedBy,
  started_at: walk.startedAt.toISOString(),
  ended_at: walk.endedAt?.toISOString() ?? null,
})

const claimOf = ({ takenBy, takenByName, takenUntil, blinksUntil }: WalkLampDetail['row']): WalkLamp['taken'] =>
  takenBy && takenUntil
    ? {
        userid: takenBy,
        name: takenByName ?? '',
        until: takenUntil.toISOString(),
        blinks_until: blinksUntil?.toISOString() ?? null,
      }
    : null

/** A lamp of a walk as members see it. */
export const toWalkLamp = ({ row, topic, addr, type, roomId, ...texts }: WalkLampDetail): WalkLamp => ({
  topic,
  addr,
  type,
  serial: row.serial,
  description: texts.description ?? '',
  location: texts.location ?? '',
  version: texts.version ?? 0,
  room_id: roomId,
  state: row.state,
  reason: row.reason,
  put_off: row.putOff,
  by: row.byName,
  at: row.at?.toISOString() ?? null,
  taken: claimOf(row),
})

/** The lamp for the rules, with whether somebody has claimed it in another walk. */
export const toWalked = (
  lamp: WalkLampDetail,
  takenElsewhere: ReadonlySet<string>,
): ClaimableLamp & { lamp: WalkLampDetail } => {
  const { row, addr } = lamp
  const isElsewhere = takenElsewhere.has(`${row.centralUnitId} ${row.serial}`)
  const claim = row.takenBy && row.takenUntil ? { by: row.takenBy, until: row.takenUntil.getTime() } : null
  return { lamp, state: row.state, addr: isElsewhere ? null : addr, putOff: row.putOff, taken: claim }
}
