import { partsOfRound } from '@vigilux/contract/features/rounds/round.rules.ts'
import { roundLimits } from '@vigilux/contract/features/rounds/round-limits.ts'
import type { roundActions } from '@vigilux/contract/features/rounds/rounds.actions.ts'
import { type PlantRole, roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
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
const openRound = async (tx: Tx, named: Named): Promise<ShownRound> => {
  const round = await roundOf(tx, named)
  aboutRound(tx, round.row)
  return round.row.endedAt === null ? round : fail('ROUND_ENDED')
}

/** The name of who is to carry out a round; refuses who may not do so in this plant. */
const assigneeName = async (
  { tx, ports }: Pick<WriteContext, 'tx' | 'ports'>,
  plantId: string,
  assignee: string | null,
): Promise<string | null> => {
  if (assignee === null) return null
  const member = (await listMembers(tx, plantId, ports.clock.now())).find(({ userId }) => userId === assignee)
  return member && roleMay(member.role, 'plant.operate') ? member.name : fail('ASSIGNEE_MAY_NOT')
}

/** Refuses a day that is over in the plant. */
const checkDay = async ({ tx, ports }: WriteContext, plantId: string, day: string | null): Promise<void> => {
  if (day === null) return
  const { timezone } = await findPlant(tx, plantId)
  if (day < dayIn(ports.clock.now(), timezone)) fail('ROUND_DAY_PAST')
}

/** Tells the watchers of a round that it is not as before, and answers it. */
const told = async (context: Pick<WriteContext, 'tx' | 'announce'>, named: Named, role: PlantRole) => {
  await announceRounds(context, [named])
  const [round] = await viewRounds(context.tx, named.plantId, role, [await roundOf(context.tx, named)])
  return { round: round ?? fail('ROUND_NOT_FOUND') }
}

const createRound: Handlers['createRound'] = async ({ input, role, fail, ...context }) => {
  const { tx, caller, ports } = context
  const { plantId, title, plannedFor, assignee, faults } = input
  const name = await assigneeName(context, plantId, assignee)
  await checkDay(context, plantId, plannedFor)
  if ((await countRounds(tx, plantId, 'open')) >= roundLimits.open)
    return fail('ROUND_LIMIT', { limit: roundLimits.open, of: 'rounds' })
  const made = { createdBy: caller.name, createdAt: ports.clock.now() }
  const roundId = await insertRound(tx, {
    ...{ plantId, title, plannedFor, assignee, assigneeName: name, ...made },
  })
  aboutRound(tx, { id: roundId, title })
  await takeFaults(context, { plantId, roundId }, faults)
  changed(tx, null, { faults: faults.length, assignee: name, plannedFor })
  return told(context, { plantId, roundId }, role)
}

export const roundHandlers: Handlers = {
  ...itemWorkHandlers,
  getRounds: async ({ input: { plantId, page }, tx, role }) => ({
    rounds: await viewRounds(tx, plantId, role, await listRounds(tx, plantId, page)),
    total: await countRounds(tx, plantId, 'all'),
  }),
  getRound: async ({ input, tx, role, fail }) => {
    const [round] = await viewRounds(tx, input.plantId, role, [await roundOf(tx, input)])
    const items = await viewItems(tx, input.plantId, { roundId: input.roundId })
    return {
      ...{ round: round ?? fail('ROUND_NOT_FOUND'), items, ...partsOfRound(items) },
      minutesPerItem: await minutesPerItem(tx, input.plantId),
      chargeHours: await findChargeHours(tx, input.plantId),
    }
  },
  getOpenFaults: async ({ input: { page, ...filter }, tx }) => {
    const span = { offset: (page - 1) * roundLimits.pageSize, limit: roundLimits.pageSize }
    const { products } = await readCatalogue(tx)
    const rows = await listOpenFaults(tx, filter, span)
    return { faults: rows.map((row) => toOpenFault(row, products)), total: await countOpenFaults(tx, filter) }
  },
  createRound,
  assignRound: async ({ input, role, fail: _, ...context }) => {
    const { tx } = context
    const { row } = await openRound(tx, input)
    const name = await assigneeName(context, input.plantId, input.assignee)
    changed(tx, { assignee: row.assigneeName }, { assignee: name })
    // Who carried it out until now is told too.
    await announceRounds(context, [input])
    await changeRound(tx, input.roundId, { assignee: input.assignee, assigneeName: name })
    return told(context, input, role)
  },
  addToRound: async ({ input, role, fail: _, ...context }) => {
    const { tx } = context
    await openRound(tx, input)
    await takeFaults(context, input, input.faults)
    const now = await roundOf(tx, input)
    refuseTooMany(now.total)
    changed(tx, null, { faults: input.faults.length })
    return told(context, input, role)
  },
  endRound: async ({ input: { minutes, cents, ...named }, role, fail: _, ...context }) => {
    const { tx, caller, ports } = context
    await openRound(tx, named)
    await leaveUndone(tx, named.roundId)
    await changeRound(tx, named.roundId, { endedBy: caller.name, endedAt: ports.clock.now(), minutes, cents })
    changed(tx, null, { spentMinutes: minutes, cost: cents === null ? null : (cents / 100).toFixed(2) })
    return told(context, named, role)
  },
}
