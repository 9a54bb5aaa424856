import { partsOfRound } from '@vigilux/contract/features/rounds/round.rules.ts'
import { roundLimits } from '@vigilux/contract/features/rounds/round-limits.ts'
import type { roundActions } from '@vigilux/contract/features/rounds/rounds.actions.ts'
import { type PlantRole, roleMay } from '@vigilux/contract/kernel/permissions.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { readCatalogue } from '../catalogue/index.ts'
import { findChargeHours } from '../emergency-tests/index.ts'
import { listMembers } from '../members/index.ts'
import { findPlant } from '../plants/index.ts'
import { announceRounds } from './announce-rounds.ts'
import { itemWorkHandlers } from './item-work.handlers.ts'
import { countOpenFaults, listOpenFaults } from './open-faults.store.ts'
import { leaveUndone } from './round-items.store.ts'
import { toOpenFault, viewItems, viewRounds } from './round-view.ts'
import {
  changeRound,
  countRounds,
  findRound,
  insertRound,
  listRounds,
  minutesPerItem,
  type ShownRound,
} from './rounds.store.ts'
import { aboutRound } from './rounds-named.ts'
import { refuseTooMany, takeFaults } from './take-faults.ts'

type Handlers = HandlersOf<typeof roundActions>
type Named = { plantId: string; roundId: string }

const roundOf = async (tx: Tx, { plantId, roundId }: Named): Promise<ShownRound> =>
  (await findRound(tx, plantId, roundId)) ?? fail('ROUND_NOT_FOUND')

/** A round that is to be changed, noted for the audit; refuses where it has ended. */
const openRound = async (work: Work, named: Named): Promise<ShownRound> => {
  const round = await roundOf(work.tx, named)
  aboutRound(work, round.row)
  return round.row.endedAt === null ? round : fail('ROUND_ENDED')
}

/** The name of who is to carry out a round; refuses who may not do so in this plant. */
const assigneeName = async (work: Work, plantId: string, assignee: string | null): Promise<string | null> => {
  if (assignee === null) return null
  const member = (await listMembers(work.tx, plantId, work.now)).find(({ userId }) => userId === assignee)
  return member && roleMay(member.role, 'plant.operate') ? member.name : fail('ASSIGNEE_MAY_NOT')
}

/** Refuses a day that is over in the plant. */
const checkDay = async ({ work }: WriteContext, plantId: string, day: string | null): Promise<void> => {
  if (day === null) return
  const { timezone } = await findPlant(work.tx, plantId)
  if (day < dayIn(work.now, timezone)) fail('ROUND_DAY_PAST')
}

/** Tells the watchers of a round that it is not as before, and answers it. */
const told = async (work: Work, named: Named, role: PlantRole) => {
  await announceRounds(work, [named])
  const [round] = await viewRounds(work.tx, named.plantId, role, [await roundOf(work.tx, named)])
  return { round: round ?? fail('ROUND_NOT_FOUND') }
}

const createRound: Handlers['createRound'] = async ({ input, role, fail, ...context }) => {
  const { work, caller } = context
  const { plantId, title, plannedFor, assignee, faults } = input
  const name = await assigneeName(context.work, plantId, assignee)
  await checkDay(context, plantId, plannedFor)
  if ((await countRounds(work.tx, plantId, 'open')) >= roundLimits.open)
    return fail('ROUND_LIMIT', { limit: roundLimits.open, of: 'rounds' })
  const made = { createdBy: caller.name, createdAt: work.now }
  const roundId = await insertRound(work.tx, {
    plantId,
    title,
    plannedFor,
    assignee,
    assigneeName: name,
    ...made,
  })
  aboutRound(work, { id: roundId, title })
  await takeFaults(context, { plantId, roundId }, faults)
  work.audit.changed(null, { faults: faults.length, assignee: name, plannedFor })
  return told(context.work, { plantId, roundId }, role)
}

export const roundHandlers: Handlers = {
  ...itemWorkHandlers,
  getRounds: async ({ work, input: { plantId, page }, role }) => ({
    rounds: await viewRounds(work.tx, plantId, role, await listRounds(work.tx, plantId, page)),
    total: await countRounds(work.tx, plantId, 'all'),
  }),
  getRound: async ({ work, input, role, fail }) => {
    const [round] = await viewRounds(work.tx, input.plantId, role, [await roundOf(work.tx, input)])
    const items = await viewItems(work.tx, input.plantId, { roundId: input.roundId })
    return {
      round: round ?? fail('ROUND_NOT_FOUND'),
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
  assignRound: async ({ input, role, fail: _, ...context }) => {
    const { work } = context
    const { row } = await openRound(work, input)
    const name = await assigneeName(context.work, input.plantId, input.assignee)
    work.audit.changed({ assignee: row.assigneeName }, { assignee: name })
    // Who carried it out until now is told too.
    await announceRounds(context.work, [input])
    await changeRound(work.tx, input.roundId, { assignee: input.assignee, assigneeName: name })
    return told(context.work, input, role)
  },
  addToRound: async ({ input, role, fail: _, ...context }) => {
    const { work } = context
    await openRound(work, input)
    await takeFaults(context, input, input.faults)
    const now = await roundOf(work.tx, input)
    refuseTooMany(now.total)
    work.audit.changed(null, { faults: input.faults.length })
    return told(context.work, input, role)
  },
  endRound: async ({ input: { minutes, cents, ...named }, role, fail: _, ...context }) => {
    const { work, caller } = context
    await openRound(work, named)
    await leaveUndone(work.tx, named.roundId)
    await changeRound(work.tx, named.roundId, { endedBy: caller.name, endedAt: work.now, minutes, cents })
    work.audit.changed(null, { spentMinutes: minutes, cost: cents === null ? null : (cents / 100).toFixed(2) })
    return told(context.work, named, role)
  },
}
