import type { commissioningActions } from '@vigilux/contract/features/commissioning/commissioning.actions.ts'
import { blinkSeconds, walkLimits } from '@vigilux/contract/features/commissioning/walk-limits.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Work } from '../../kernel/work.ts'
import { requireAcquiredUnit } from '../central-units/index.ts'
import { requirePlan } from '../floor-plans/index.ts'
import { listLampsOfUnit, refuseUnknownLamps, writeLampTexts } from '../lamps/index.ts'
import { placeLamp } from '../rooms/index.ts'
import {
  endWalk,
  findWalk,
  insertWalk,
  listWalkLamps,
  listWalks,
  reopenSkipped,
  type WalkWithCounts,
} from './commissioning.store.ts'
import { addWalkLamps, listUnplacedLamps } from './plan-walks.store.ts'
import { placeWalkLamp, returnToWalkLamp } from './plan-walks.ts'
import {
  auditWalk,
  broadcastWalk,
  claimLampAgain,
  continueWalk,
  findWalkLamp,
  releaseLamp,
  requireClaimedLamp,
  requireOpenWalk,
  requireWalk,
  requireWalkForUpdate,
  stopBlinking,
} from './walk-steps.ts'
import { toWalk, toWalkLamp } from './walk-view.ts'

type Handlers = HandlersOf<typeof commissioningActions>
type StartInput = Parameters<Handlers['startWalk']>[0]['input']
type Chosen = { topic: string; addr: number }[]

/** The chosen lamps in order, and their units. */
const chosenLamps = async (work: Work, plantId: string, chosen: Chosen) => {
  const found: { centralUnitId: string; serial: string }[] = []
  for (const [topic, its] of Map.groupBy(chosen, (one) => one.topic)) {
    const unit = await requireAcquiredUnit(work, plantId, { topic })
    const addrs = new Set(its.map(({ addr }) => addr))
    const lamps = await refuseUnknownLamps(work, unit.id, addrs)
    for (const addr of [...addrs].sort((a, b) => a - b)) {
      const lamp = lamps.get(addr)
      if (lamp) found.push({ centralUnitId: unit.id, serial: lamp.serial })
    }
  }
  return found
}

/** Scope of a walk: a unit, the lamps without a place on a plan, or chosen ones. */
const findWalkScope = async (work: Work, plantId: string, of: StartInput['of']) => {
  if ('planId' in of) {
    const { drawing } = await requirePlan(work, plantId, of.planId)
    if (drawing.state !== 'ready') return fail('FLOOR_PLAN_NOT_READY')
    return { unit: null, planId: of.planId, lamps: await listUnplacedLamps(work.tx, { plantId, planId: of.planId }) }
  }
  if ('lamps' in of) return { unit: null, planId: null, lamps: await chosenLamps(work, plantId, of.lamps) }
  const unit = await requireAcquiredUnit(work, plantId, of)
  const lamps = (await listLampsOfUnit(work.tx, unit.id)).map(({ serial }) => ({ centralUnitId: unit.id, serial }))
  return { unit, planId: null, lamps }
}

/** Adds lamps that currently have no place to a walk on a plan. */
const addLampsToPlanWalk = async (
  work: Work,
  begun: WalkWithCounts,
  lamps: { centralUnitId: string; serial: string }[],
) => {
  const { id: walkId, plantId, endedAt } = begun.walk
  await auditWalk(work, walkId)
  if (endedAt || lamps.length === 0) return toWalk(begun)
  await addWalkLamps(work.tx, walkId, lamps)
  return (await broadcastWalk(work, { plantId, walkId }, null)).walk
}

const startWalk: Handlers['startWalk'] = async ({ work, input, caller, fail }) => {
  const { plantId, of } = input
  const { unit, planId, lamps } = await findWalkScope(work, plantId, of)
  const begun =
    (unit ? await findWalk(work.tx, plantId, { centralUnitId: unit.id }) : undefined) ??
    (planId ? await findWalk(work.tx, plantId, { planId }) : undefined)
  if (begun?.walk.planId) return { walk: await addLampsToPlanWalk(work, begun, lamps) }
  if (begun) return { walk: toWalk(begun) }
  if (lamps.length === 0) return fail('NO_DEVICE_SELECTED')
  const open = (await listWalks(work.tx, plantId)).filter(({ walk }) => walk.endedAt === null)
  if (open.length >= walkLimits.open) return fail('WALK_LIMIT', { limit: walkLimits.open })
  const startedAt = work.now
  const whose = { centralUnitId: unit?.id ?? null, planId }
  const made = { plantId, ...whose, startedBy: caller.name, startedAt }
  const walkId = await insertWalk(work.tx, made, lamps)
  if (planId) await auditWalk(work, walkId)
  return { walk: (await broadcastWalk(work, { plantId, walkId }, null)).walk }
}

const saveWalkLamp: Handlers['saveWalkLamp'] = async ({ input, fail, ...context }) => {
  const { plantId, topic, place, version, workId } = input
  const { work, caller } = context
  // On a floor plan a lamp gets no texts.
  if ((await requireWalkForUpdate(context, input)).walk.planId) return fail('WALK_NOT_FOUND')
  const lamp = (await findWalkLamp(work, input)) ?? fail('LAMP_NOT_FOUND')
  const { centralUnitId, serial, savedUnder } = lamp.row
  const addr = lamp.addr ?? fail('LAMP_NOT_FOUND')
  const isNew = savedUnder !== workId
  if (isNew) {
    const { roomId, ...texts } = place
    await writeLampTexts(context, { plantId, topic, addr, texts, version })
    if (roomId !== lamp.roomId) await placeLamp(context.work, plantId, roomId, { centralUnitId, serial })
    const done = { state: 'done', reason: null, byName: caller.name, at: work.now } as const
    await releaseLamp(context, input, lamp, { ...done, savedUnder: workId })
  }
  return continueWalk(context, input, { left: isNew ? [lamp] : [], wanted: input.goOn, seconds: blinkSeconds.usual })
}

const skipWalkLamp: Handlers['skipWalkLamp'] = async ({ input, fail, ...context }) => {
  const { because } = input
  const { work, caller } = context
  const lamp = await requireClaimedLamp(context, input)
  const skipped = { state: 'skipped', reason: because === 'later' ? null : because, byName: caller.name } as const
  const change = because === 'later' ? { putOff: lamp.row.putOff + 1 } : { ...skipped, at: work.now }
  await releaseLamp(context, input, lamp, change)
  return continueWalk(context, input, { left: [lamp], wanted: input.goOn, seconds: blinkSeconds.usual })
}

export const commissioningHandlers: Handlers = {
  getWalks: async ({ work, input: { plantId } }) => ({ walks: (await listWalks(work.tx, plantId)).map(toWalk) }),
  getWalk: async ({ work, input }) => {
    const walk = await requireWalk(work.tx, input)
    return { walk: toWalk(walk), lamps: (await listWalkLamps(work.tx, input.walkId)).map(toWalkLamp) }
  },
  startWalk,
  takeWalkLamp: async ({ input, fail: _, ...context }) => {
    await requireOpenWalk(context, input)
    return continueWalk(context, input, { wanted: true, seconds: input.blink ? blinkSeconds.usual : 0 })
  },
  blinkWalkLamp: async ({ input, fail: _, ...context }) =>
    claimLampAgain(context, input, await requireClaimedLamp(context, input), blinkSeconds.longer),
  saveWalkLamp,
  placeWalkLamp,
  returnToWalkLamp,
  skipWalkLamp,
  leaveWalk: async ({ input, fail: _, ...context }) => {
    const { work, caller } = context
    await requireWalkForUpdate(context, input)
    const own = (await listWalkLamps(work.tx, input.walkId)).filter(({ row }) => row.takenBy === caller.userId)
    for (const lamp of own) await releaseLamp(context, input, lamp)
    return { walk: (await broadcastWalk(context.work, input, own)).walk }
  },
  reopenWalk: async ({ input, fail: _, ...context }) => {
    await requireOpenWalk(context, input)
    await reopenSkipped(context.work.tx, input.walkId)
    return { walk: (await broadcastWalk(context.work, input, null)).walk }
  },
  endWalk: async ({ input, fail: _, ...context }) => {
    const { work } = context
    await requireWalkForUpdate(context, input)
    for (const lamp of await listWalkLamps(work.tx, input.walkId)) await stopBlinking(context, input, lamp)
    await endWalk(work.tx, input.walkId, work.now)
    return { walk: (await broadcastWalk(context.work, input, null)).walk }
  },
}
