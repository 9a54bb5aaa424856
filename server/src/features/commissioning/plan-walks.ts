import type { commissioningActions } from '@vigilux/contract/features/commissioning/commissioning.actions.ts'
import { blinkSeconds } from '@vigilux/contract/features/commissioning/walk-limits.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { findFloorPlan, placeOnPlan } from '../floor-plans/index.ts'
import { listClaimedElsewhere, listWalkLamps, updateWalkLamp } from './commissioning.store.ts'
import {
  claimLampAgain,
  continueWalk,
  findWalkLamp,
  refuseNotClaimed,
  releaseLamp,
  requireOpenWalk,
} from './walk-steps.ts'
import { toWalked } from './walk-view.ts'

type Handlers = HandlersOf<typeof commissioningActions>

/** Places the caller's lamp on the plan of the walk. */
export const placeWalkLamp: Handlers['placeWalkLamp'] = async ({ input, ...context }) => {
  const { plantId, at, workId } = input
  const { work, caller } = context
  const { planId } = (await requireOpenWalk(context, input)).walk
  if (!planId) return work.fail('WALK_NOT_FOUND')
  const lamp = (await findWalkLamp(work, input)) ?? refuseNotClaimed(work, undefined)
  const { centralUnitId, serial, savedUnder: savedWorkId, takenBy } = lamp.row
  const isNew = savedWorkId !== workId
  if (isNew) {
    if (takenBy !== caller.userId) return refuseNotClaimed(work, lamp)
    const { plan } = (await findFloorPlan(work.tx, plantId, planId)) ?? work.fail('WALK_NOT_FOUND')
    work.audit.target({ kind: 'floorPlan', id: planId, name: plan.name })
    await placeOnPlan(context.work, { plantId, planId }, { centralUnitId, serial, ...at })
    const done = { state: 'done', reason: null, byName: caller.name, at: work.now } as const
    await releaseLamp(context, input, lamp, { ...done, savedUnder: workId })
  }
  return continueWalk(context, input, { left: isNew ? [lamp] : [], wanted: input.goOn, seconds: blinkSeconds.default })
}

/** Returns the caller to an earlier lamp. */
export const returnToWalkLamp: Handlers['returnToWalkLamp'] = async ({ input, ...context }) => {
  const { work, caller } = context
  await requireOpenWalk(context, input)
  const lamp = (await findWalkLamp(work, input)) ?? work.fail('LAMP_NOT_FOUND')
  const isOthers = lamp.row.takenBy !== null && lamp.row.takenBy !== caller.userId
  const { addr } = toWalked(lamp, await listClaimedElsewhere(work.tx, input.walkId))
  if (isOthers || addr === null) return refuseNotClaimed(work, lamp)
  const remainingClaims = (await listWalkLamps(work.tx, input.walkId)).filter(
    ({ row }) => row.takenBy === caller.userId && row.position !== lamp.row.position,
  )
  for (const claimedLamp of remainingClaims) await releaseLamp(context, input, claimedLamp)
  await updateWalkLamp(work.tx, lamp.row, { state: 'open', reason: null, byName: null, at: null })
  return claimLampAgain(context, input, lamp, blinkSeconds.default, remainingClaims)
}
