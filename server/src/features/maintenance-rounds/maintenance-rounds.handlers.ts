import type { roundActions } from '@vigilux/contract/features/maintenance-rounds/maintenance-rounds.actions.ts'
import { partsOfRound } from '@vigilux/contract/features/maintenance-rounds/round.rules.ts'
import { roundLimits } from '@vigilux/contract/features/maintenance-rounds/round-limits.ts'
import { type PlantRole, roleMay } from '@vigilux/contract/kernel/permissions.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { readCatalogue } from '../catalogue/index.ts'
import { findChargeHours } from '../emergency-tests/index.ts'
import { listMembers } from '../members/index.ts'
import { findPlant } from '../plants/index.ts'
import { addFaults, refuseTooMany } from './add-faults.ts'
import { auditRound } from './audit-round.ts'
import { broadcastRounds } from './broadcast-rounds.ts'
import { itemWorkHandlers } from './item-work.handlers.ts'
import {
  countRounds,
  findRound,
  insertRound,
  listRounds,
  minutesPerItem,
  type RoundWithCounts,
  updateRound,
} from './maintenance-rounds.store.ts'
import { countOpenFaults, listOpenFaults } from './open-faults.store.ts'
import { repairHandlers } from './record-repair.handlers.ts'
import { releaseOpenItems } from './round-items.store.ts'
import { toOpenFault, viewItems, viewRounds } from './round-view.ts'

type Handlers = HandlersOf<typeof roundActions>
type RoundRef = { plantId: string; roundId: string }

const requireRound = async (work: Work<'ROUND_NOT_FOUND'>, { plantId, roundId }: RoundRef): Promise<RoundWithCounts> =>
  (await findRound(work.tx, plantId, roundId)) ?? work.fail('ROUND_NOT_FOUND')

/** A round to change, as the audit target; refuses when it has ended. */
const requireOpenRound = async (
  work: Work<'ROUND_NOT_FOUND' | 'ROUND_ENDED'>,
  roundRef: RoundRef,
): Promise<RoundWithCounts> => {
  const round = await requireRound(work, roundRef)
  auditRound(work, round.row)
  return round.row.endedAt === null ? round : work.fail('ROUND_ENDED')
}

/** The assignee's name; refuses a person who may not carry out rounds in this plant. */
const assigneeName = async (
  work: Work<'ASSIGNEE_MAY_NOT'>,
  plantId: string,
  assignee: string | null,
): Promise<string | null> => {
  if (assignee === null) return null
  const member = (await listMembers(work.tx, plantId, work.now)).find(({ userId }) => userId === assignee)
  return member && roleMay(member.role, 'plant.operate') ? member.name : work.fail('ASSIGNEE_MAY_NOT')
}

/** Refuses a past day of the plant. */
const checkDay = async (
  { work }: WriteContext<'ROUND_DAY_PAST'>,
  plantId: string,
  day: string | null,
): Promise<void> => {
  if (day === null) return
  const { timezone } = await findPlant(work.tx, plantId)
  if (day < dayIn(work.now, timezone)) work.fail('ROUND_DAY_PAST')
}

/** Notifies a round's watchers of a change and returns it. */
const broadcastAndView = async (work: Work, { plantId, roundId }: RoundRef, role: PlantRole) => {
  await broadcastRounds(work, [{ plantId, roundId }])
  const row = await findRound(work.tx, plantId, roundId)
  const [round] = row ? await viewRounds(work.tx, plantId, role, [row]) : []
  if (!round) throw new Error(`round ${roundId} was written and is not there`)
  return { round }
}

const createRound: Handlers['createRound'] = async ({ input, role, ...context }) => {
  const { work, caller } = context
  const { plantId, title, plannedFor, assignee, faults } = input
  const name = await assigneeName(context.work, plantId, assignee)
  await checkDay(context, plantId, plannedFor)
  if ((await countRounds(work.tx, plantId, 'open')) >= roundLimits.open)
    return work.fail('ROUND_LIMIT', { limit: roundLimits.open, of: 'rounds' })
  const creation = { createdBy: caller.name, createdAt: work.now }
  const roundId = await insertRound(work.tx, {
    plantId,
    title,
    plannedFor,
    assignee,
    assigneeName: name,
    ...creation,
  })
  auditRound(work, { id: roundId, title })
  await addFaults(context, { plantId, roundId }, faults)
  work.audit.diff(null, { faults: faults.length, assignee: name, plannedFor })
  return broadcastAndView(context.work, { plantId, roundId }, role)
}

export const roundHandlers: Handlers = {
  ...itemWorkHandlers,
  ...repairHandlers,
  getRounds: async ({ work, input: { plantId, page }, role }) => ({
    rounds: await viewRounds(work.tx, plantId, role, await listRounds(work.tx, plantId, page)),
    total: await countRounds(work.tx, plantId, 'all'),
  }),
  getRound: async ({ work, input, role }) => {
    const [round] = await viewRounds(work.tx, input.plantId, role, [await requireRound(work, input)])
    const items = await viewItems(work.tx, input.plantId, { roundId: input.roundId })
    return {
      round: round ?? work.fail('ROUND_NOT_FOUND'),
      items,
      ...partsOfRound(items),
      minutesPerItem: await minutesPerItem(work.tx, input.plantId),
      chargeHours: await findChargeHours(work.tx, input.plantId),
    }
  },
  getOpenFaults: async ({ work, input: { page, ...filter } }) => {
    const span = { offset: (page - 1) * roundLimits.pageSize, limit: roundLimits.pageSize }
    const { products } = await readCatalogue(work.tx)
    const rows = await listOpenFaults(work.tx, filter, span)
    return { faults: rows.map((row) => toOpenFault(row, products)), total: await countOpenFaults(work.tx, filter) }
  },
  createRound,
  assignRound: async ({ input, role, ...context }) => {
    const { work } = context
    const { row } = await requireOpenRound(work, input)
    const name = await assigneeName(context.work, input.plantId, input.assignee)
    work.audit.diff({ assignee: row.assigneeName }, { assignee: name })
    // Notifies the previous assignee, too.
    await broadcastRounds(context.work, [input])
    await updateRound(work.tx, input.roundId, { assignee: input.assignee, assigneeName: name })
    return broadcastAndView(context.work, input, role)
  },
  addToRound: async ({ input, role, ...context }) => {
    const { work } = context
    await requireOpenRound(work, input)
    await addFaults(context, input, input.faults)
    const now = await requireRound(work, input)
    refuseTooMany(work, now.total)
    work.audit.diff(null, { faults: input.faults.length })
    return broadcastAndView(context.work, input, role)
  },
  endRound: async ({ input: { minutes, cents, ...roundRef }, role, ...context }) => {
    const { work, caller } = context
    await requireOpenRound(work, roundRef)
    await releaseOpenItems(work.tx, roundRef.roundId)
    await updateRound(work.tx, roundRef.roundId, { endedBy: caller.name, endedAt: work.now, minutes, cents })
    work.audit.diff(null, { spentMinutes: minutes, cost: cents === null ? null : (cents / 100).toFixed(2) })
    return broadcastAndView(context.work, roundRef, role)
  },
}
