import type { PendingCommand } from '@vigilux/contract/features/commands/command.ts'
import { isAllPlaced, nextLamp } from '@vigilux/contract/features/commissioning/walk.rules.ts'
import type { Walk, WalkStep } from '@vigilux/contract/features/commissioning/walk.ts'
import { lampClaimMinutes } from '@vigilux/contract/features/commissioning/walk-limits.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { auditUnit, findUnit, listConnectedUnits } from '../central-units/index.ts'
import { requestCommand } from '../commands/index.ts'
import { auditLamps } from '../lamps/index.ts'
import {
  claimWalkLamp,
  endWalk,
  findWalk,
  listClaimedElsewhere,
  listUnitsOfWalk,
  listWalkLamps,
  releaseExpired,
  unclaimed,
  updateWalkLamp,
  type WalkLampDetail,
  type WalkWithCounts,
} from './commissioning.store.ts'
import { closePlacedLamps } from './plan-walks.store.ts'
import { toWalk, toWalked, toWalkLamp } from './walk-view.ts'

export type WalkRef = { plantId: string; walkId: string }

/** The walk; refuses where the plant has no such one. */
export const requireWalk = async (tx: Tx, { plantId, walkId }: WalkRef): Promise<WalkWithCounts> =>
  (await findWalk(tx, plantId, { id: walkId })) ?? fail('WALK_NOT_FOUND')

/** Notes a walk for the audit by the units whose lamps it goes along. */
export const auditWalk = async (work: Work, walkId: string): Promise<void> => {
  for (const unit of await listUnitsOfWalk(work.tx, walkId)) auditUnit(work, unit)
}

/** A walk that is to be changed, noted for the audit by the units whose lamps it goes along; those whose time is over are at no lamp any more. */
export const requireWalkForUpdate = async ({ work }: WriteContext, named: WalkRef): Promise<WalkWithCounts> => {
  const shown = await requireWalk(work.tx, named)
  await auditWalk(work, named.walkId)
  await releaseExpired(work.tx, named.plantId, work.now)
  return shown
}

/** The same; refuses where it has ended. */
export const requireOpenWalk = async (context: WriteContext, named: WalkRef): Promise<WalkWithCounts> => {
  const shown = await requireWalkForUpdate(context, named)
  return shown.walk.endedAt ? fail('WALK_ENDED') : shown
}

/** The lamp of a walk by its unit and serial, noted for the audit where its unit still lists it. */
export const findWalkLamp = async (
  work: Work,
  { walkId, topic, serial }: { walkId: string; topic: string; serial: string },
): Promise<WalkLampDetail | undefined> => {
  const lamps = await listWalkLamps(work.tx, walkId)
  const lamp = lamps.find(({ row, ...one }) => one.topic === topic && row.serial === serial)
  if (lamp?.addr != null) await auditLamps(work, lamp.row.centralUnitId, [lamp.addr])
  return lamp
}

const claimantOf = ({ row }: WalkLampDetail): { by: string } | undefined =>
  row.takenByName === null ? undefined : { by: row.takenByName }

const unitOf = async ({ work }: WriteContext, { plantId }: WalkRef, { topic }: WalkLampDetail) => {
  const unit = await findUnit(work.tx, plantId, { topic })
  const isThere = unit?.acquired && (await listConnectedUnits(work.tx, [topic])).has(topic)
  return isThere ? unit : undefined
}

/** Refuses with who is at the lamp, where somebody is. */
export const refuseNotClaimed = (lamp: WalkLampDetail | undefined): never =>
  fail('WALK_LAMP_NOT_YOURS', lamp && claimantOf(lamp))

/** The lamp of the walk that the caller is at; refuses where it is another. */
export const requireClaimedLamp = async (
  context: WriteContext,
  input: WalkRef & { topic: string; serial: string },
): Promise<WalkLampDetail> => {
  await requireOpenWalk(context, input)
  const lamp = await findWalkLamp(context.work, input)
  return lamp?.row.takenBy === context.caller.userId ? lamp : refuseNotClaimed(lamp)
}

/** Lets a lamp blink; null where its unit is away or knows no blinking, and nothing would. */
const startBlinking = async (
  context: WriteContext,
  named: WalkRef,
  lamp: WalkLampDetail,
  seconds: number,
): Promise<PendingCommand | null> => {
  const unit = await unitOf(context, named, lamp)
  const knows = unit && context.work.ports.devices.types[unit.cuType]?.facts.commands.includes('identify')
  if (!unit || !knows || lamp.addr === null) return null
  const command = { name: 'identify', lamp: lamp.addr, seconds } as const
  return requestCommand(context, { plantId: named.plantId, unit, command })
}

const isStillBlinking = ({ row }: WalkLampDetail, now: Date): boolean =>
  row.blinksUntil !== null && row.blinksUntil > now

/** Ends the blinking of a lamp that somebody goes on from; one that blinks no more, or whose unit is away, is left alone. */
export const stopBlinking = async (context: WriteContext, named: WalkRef, lamp: WalkLampDetail): Promise<void> => {
  if (lamp.addr === null || !isStillBlinking(lamp, context.work.now)) return
  const unit = await unitOf(context, named, lamp)
  if (!unit || !context.work.ports.devices.types[unit.cuType]?.facts.commands.includes('stop_blink')) return
  const command = { name: 'stop_blink', lamp: lamp.addr } as const
  await requestCommand(context, { plantId: named.plantId, unit, command })
}

/** Puts a person at a lamp for the next minutes; `seconds` for which it is to blink, 0 to leave it as it is. */
const claimLamp = async (context: WriteContext, named: WalkRef, lamp: WalkLampDetail, seconds: number) => {
  const { work, caller } = context
  const now = work.now
  const command = seconds > 0 ? await startBlinking(context, named, lamp, seconds) : null
  const blinks = command ? { blinksUntil: new Date(now.getTime() + seconds * 1_000) } : {}
  const taken = { takenBy: caller.userId, takenByName: caller.name }
  const takenUntil = new Date(now.getTime() + lampClaimMinutes * 60_000)
  const isTaken = await claimWalkLamp(work.tx, lamp.row, { ...taken, takenUntil, ...blinks })
  if (!isTaken) throw new Error('somebody else is at the lamp, though the plant is locked')
  return command
}

/** Tells the watchers of the plant how a walk is now, and the lamps of these keys; answers it. */
export const broadcastWalk = async (
  work: Work,
  named: WalkRef,
  changed: readonly WalkLampDetail[] | null,
): Promise<{ walk: Walk; lamps: WalkLampDetail[] }> => {
  const walk = toWalk(await requireWalk(work.tx, named))
  const lamps = await listWalkLamps(work.tx, named.walkId)
  const places = changed && new Set(changed.map(({ row }) => row.position))
  const told = places && lamps.filter(({ row }) => places.has(row.position)).map(toWalkLamp)
  work.broadcast({ plant: named.plantId }, 'walk', { plant_id: named.plantId, walk, lamps: told })
  return { walk, lamps }
}

/** Frees a lamp of the walk for others, which stops blinking, with what became of it. */
export const releaseLamp = async (
  context: WriteContext,
  named: WalkRef,
  lamp: WalkLampDetail,
  change: Parameters<typeof updateWalkLamp>[2] = {},
): Promise<void> => {
  await stopBlinking(context, named, lamp)
  await updateWalkLamp(context.work.tx, lamp.row, { ...change, ...unclaimed })
}

/**
 * The end of every step: the caller stays at the lamp where somebody is at one, or is given the next where that is wanted; a walk
 * whose lamps all have places ends. `left`: lamps that the step changed before.
 */
export const continueWalk = async (
  context: WriteContext,
  named: WalkRef,
  { left = [], wanted, seconds }: { left?: WalkLampDetail[]; wanted: boolean; seconds: number },
): Promise<WalkStep> => {
  const { work, caller } = context
  const now = work.now
  const isStale = await closePlacedLamps(work.tx, named.walkId, now)
  const shown = await requireWalk(work.tx, named)
  if (shown.walk.endedAt || isAllPlaced(shown)) {
    await endWalk(work.tx, named.walkId, now)
    return { walk: (await broadcastWalk(context.work, named, isStale ? null : left)).walk, lamp: null, command: null }
  }
  const elsewhere = await listClaimedElsewhere(work.tx, named.walkId)
  const lamps = (await listWalkLamps(work.tx, named.walkId)).map((lamp) => toWalked(lamp, elsewhere))
  const next = wanted ? (nextLamp(lamps, caller.userId, now.getTime())?.lamp ?? null) : null
  const command = next && (await claimLamp(context, named, next, isStillBlinking(next, now) ? 0 : seconds))
  const told = await broadcastWalk(context.work, named, isStale ? null : next ? [...left, next] : left)
  const lamp = next && told.lamps.find(({ row }) => row.position === next.row.position)
  return { walk: told.walk, lamp: lamp ? toWalkLamp(lamp) : null, command }
}

/** Puts the caller at this very lamp, which blinks, whether it blinks still or not; `left` is the one that the caller comes from. */
export const claimLampAgain = async (
  context: WriteContext,
  named: WalkRef,
  lamp: WalkLampDetail,
  seconds: number,
  left: readonly WalkLampDetail[] = [],
): Promise<WalkStep> => {
  const command = await claimLamp(context, named, lamp, seconds)
  const { walk, lamps } = await broadcastWalk(context.work, named, [...left, lamp])
  const now = lamps.find(({ row }) => row.position === lamp.row.position)
  return { walk, lamp: now ? toWalkLamp(now) : null, command }
}
