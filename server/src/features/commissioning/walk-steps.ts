import type { PendingCommand } from '@vigilux/contract/features/commands/command.ts'
import { isAllPlaced, nextLamp } from '@vigilux/contract/features/commissioning/walk.rules.ts'
import type { Walk, WalkStep } from '@vigilux/contract/features/commissioning/walk.ts'
import { lampClaimMinutes } from '@vigilux/contract/features/commissioning/walk-limits.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { auditUnit, findUnit, listConnectedUnits } from '../central-units/index.ts'
import { queueCommand } from '../commands/index.ts'
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

/** The walk; refuses if the plant has no such walk. */
export const requireWalk = async (
  work: Work<'WALK_NOT_FOUND'>,
  { plantId, walkId }: WalkRef,
): Promise<WalkWithCounts> => (await findWalk(work.tx, plantId, { id: walkId })) ?? work.fail('WALK_NOT_FOUND')

/** A walk already found or made by the call. */
const readWalk = async (tx: Tx, { plantId, walkId }: WalkRef): Promise<WalkWithCounts> => {
  const walk = await findWalk(tx, plantId, { id: walkId })
  if (!walk) throw new Error(`walk ${walkId} is gone, though the plant is locked`)
  return walk
}

/** Records a walk's units as audit targets. */
export const auditWalk = async (work: Work, walkId: string): Promise<void> => {
  for (const unit of await listUnitsOfWalk(work.tx, walkId)) auditUnit(work, unit)
}

/** A walk to be changed, with its units recorded for the audit and expired claims released. */
export const requireWalkForUpdate = async (
  { work }: WriteContext<'WALK_NOT_FOUND'>,
  walkRef: WalkRef,
): Promise<WalkWithCounts> => {
  const currentWalk = await requireWalk(work, walkRef)
  await auditWalk(work, walkRef.walkId)
  await releaseExpired(work.tx, walkRef.plantId, work.now)
  return currentWalk
}

/** The same, but refuses an ended walk. */
export const requireOpenWalk = async (
  context: WriteContext<'WALK_NOT_FOUND' | 'WALK_ENDED'>,
  walkRef: WalkRef,
): Promise<WalkWithCounts> => {
  const currentWalk = await requireWalkForUpdate(context, walkRef)
  return currentWalk.walk.endedAt ? context.work.fail('WALK_ENDED') : currentWalk
}

/** The lamp of a walk by its unit and serial, recorded for the audit if its unit still lists it. */
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

/** Refuses, naming the person at the lamp if there is one. */
export const refuseNotClaimed = (work: Work<'WALK_LAMP_NOT_YOURS'>, lamp: WalkLampDetail | undefined): never =>
  work.fail('WALK_LAMP_NOT_YOURS', lamp && claimantOf(lamp))

/** The lamp claimed by the caller in the walk; refuses another one. */
export const requireClaimedLamp = async (
  context: WriteContext<'WALK_NOT_FOUND' | 'WALK_ENDED' | 'WALK_LAMP_NOT_YOURS'>,
  input: WalkRef & { topic: string; serial: string },
): Promise<WalkLampDetail> => {
  await requireOpenWalk(context, input)
  const lamp = await findWalkLamp(context.work, input)
  return lamp?.row.takenBy === context.caller.userId ? lamp : refuseNotClaimed(context.work, lamp)
}

/** Makes a lamp blink; null if its unit is offline or does not support blinking. */
const startBlinking = async (
  context: WriteContext,
  walkRef: WalkRef,
  lamp: WalkLampDetail,
  seconds: number,
): Promise<PendingCommand | null> => {
  const unit = await unitOf(context, walkRef, lamp)
  const canIdentify = unit && context.work.ports.devices.types[unit.cuType]?.facts.commands.includes('identify')
  if (!unit || !canIdentify || lamp.addr === null) return null
  const command = { name: 'identify', lamp: lamp.addr, seconds } as const
  return queueCommand(context, { plantId: walkRef.plantId, unit, command })
}

const isStillBlinking = ({ row }: WalkLampDetail, now: Date): boolean =>
  row.blinksUntil !== null && row.blinksUntil > now

/** Stops the blinking of a lamp left by its person; ignores a lamp without blinking or with an offline unit. */
export const stopBlinking = async (context: WriteContext, walkRef: WalkRef, lamp: WalkLampDetail): Promise<void> => {
  if (lamp.addr === null || !isStillBlinking(lamp, context.work.now)) return
  const unit = await unitOf(context, walkRef, lamp)
  if (!unit || !context.work.ports.devices.types[unit.cuType]?.facts.commands.includes('stop_blink')) return
  const command = { name: 'stop_blink', lamp: lamp.addr } as const
  await queueCommand(context, { plantId: walkRef.plantId, unit, command })
}

/** Claims a lamp for a person for some minutes; `seconds` of blinking, 0 leaves it unchanged. */
const claimLamp = async (context: WriteContext, walkRef: WalkRef, lamp: WalkLampDetail, seconds: number) => {
  const { work, caller } = context
  const now = work.now
  const command = seconds > 0 ? await startBlinking(context, walkRef, lamp, seconds) : null
  const blinkFields = command ? { blinksUntil: new Date(now.getTime() + seconds * 1_000) } : {}
  const claim = { takenBy: caller.userId, takenByName: caller.name }
  const takenUntil = new Date(now.getTime() + lampClaimMinutes * 60_000)
  const isTaken = await claimWalkLamp(work.tx, lamp.row, { ...claim, takenUntil, ...blinkFields })
  if (!isTaken) throw new Error('somebody else is at the lamp, though the plant is locked')
  return command
}

/** Broadcasts a walk and the lamps with these keys to the watchers; returns the walk. */
export const broadcastWalk = async (
  work: Work,
  walkRef: WalkRef,
  changed: readonly WalkLampDetail[] | null,
): Promise<{ walk: Walk; lamps: WalkLampDetail[] }> => {
  const walk = toWalk(await readWalk(work.tx, walkRef))
  const lamps = await listWalkLamps(work.tx, walkRef.walkId)
  const places = changed && new Set(changed.map(({ row }) => row.position))
  const changedLamps = places && lamps.filter(({ row }) => places.has(row.position)).map(toWalkLamp)
  work.broadcast({ plant: walkRef.plantId }, 'walk', { plant_id: walkRef.plantId, walk, lamps: changedLamps })
  return { walk, lamps }
}

/** Releases a lamp of the walk with its outcome, and stops its blinking. */
export const releaseLamp = async (
  context: WriteContext,
  walkRef: WalkRef,
  lamp: WalkLampDetail,
  change: Parameters<typeof updateWalkLamp>[2] = {},
): Promise<void> => {
  await stopBlinking(context, walkRef, lamp)
  await updateWalkLamp(context.work.tx, lamp.row, { ...change, ...unclaimed })
}

/**
 * The end of every step: the caller keeps a claimed lamp, or gets the next one if wanted; once all its lamps have
 * places, a walk ends. `left`: lamps changed by the step before.
 */
export const continueWalk = async (
  context: WriteContext,
  walkRef: WalkRef,
  {
    left: releasedLamps = [],
    wanted: wantsNext,
    seconds,
  }: { left?: WalkLampDetail[]; wanted: boolean; seconds: number },
): Promise<WalkStep> => {
  const { work, caller } = context
  const now = work.now
  const isStale = await closePlacedLamps(work.tx, walkRef.walkId, now)
  const currentWalk = await readWalk(work.tx, walkRef)
  if (currentWalk.walk.endedAt || isAllPlaced(currentWalk)) {
    await endWalk(work.tx, walkRef.walkId, now)
    return {
      walk: (await broadcastWalk(context.work, walkRef, isStale ? null : releasedLamps)).walk,
      lamp: null,
      command: null,
    }
  }
  const claimedElsewhere = await listClaimedElsewhere(work.tx, walkRef.walkId)
  const lamps = (await listWalkLamps(work.tx, walkRef.walkId)).map((lamp) => toWalked(lamp, claimedElsewhere))
  const next = wantsNext ? (nextLamp(lamps, caller.userId, now.getTime())?.lamp ?? null) : null
  const command = next && (await claimLamp(context, walkRef, next, isStillBlinking(next, now) ? 0 : seconds))
  const currentState = await broadcastWalk(
    context.work,
    walkRef,
    isStale ? null : next ? [...releasedLamps, next] : releasedLamps,
  )
  const lamp = next && currentState.lamps.find(({ row }) => row.position === next.row.position)
  return { walk: currentState.walk, lamp: lamp ? toWalkLamp(lamp) : null, command }
}

/** Claims this lamp for the caller and makes it blink again; `left` is the previous lamp. */
export const claimLampAgain = async (
  context: WriteContext,
  walkRef: WalkRef,
  lamp: WalkLampDetail,
  seconds: number,
  releasedLamps: readonly WalkLampDetail[] = [],
): Promise<WalkStep> => {
  const command = await claimLamp(context, walkRef, lamp, seconds)
  const { walk, lamps } = await broadcastWalk(context.work, walkRef, [...releasedLamps, lamp])
  const now = lamps.find(({ row }) => row.position === lamp.row.position)
  return { walk, lamp: now ? toWalkLamp(now) : null, command }
}
