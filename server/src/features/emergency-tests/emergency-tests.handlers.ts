import type { TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import type { testActions } from '@vigilux/contract/features/emergency-tests/emergency-tests.actions.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import {
  type CentralUnitRow,
  type EnabledUnitRefusal,
  requireAcquiredUnit,
  requireEnabledUnit,
} from '../central-units/index.ts'
import {
  type CommandRefusal,
  type CommandRow,
  findLastCommand,
  requestCommand,
  toPendingCommand,
} from '../commands/index.ts'
import { findHistoryStart } from '../plants/index.ts'
import { listAutonomyResults } from './autonomy-results.store.ts'
import {
  countResults,
  countTests,
  findLatestTest,
  findTest,
  isBeyondHistory,
  listResults,
  listTests,
  toTestResult,
  viewTests,
} from './emergency-tests.store.ts'
import { heldTestHandlers } from './held-tests.handlers.ts'
import { withMeasuredBound } from './measured-bound.ts'
import { startTestHandlers } from './start-tests.handlers.ts'

type Handlers = HandlersOf<typeof testActions>

type OnUnit = { plantId: string; topic: string }
type Moment = 'setDateTimeFunzionale' | 'setDateTimeAutonomia'
type Period = 'setPeriodFunzionale' | 'setPeriodAutonomia'

/** The unit's last report of the plan to change; null without one. */
const planOf = ({ detail }: CentralUnitRow, name: Moment | Period) => {
  const plan = name.endsWith('Funzionale') ? detail?.functional : detail?.autonomy
  return plan ? { ...plan, next: plan.next && new Date(plan.next).toISOString() } : null
}

/** Sets the unit's next automatic test; refuses a past moment. */
const setMoment =
  (name: Moment) =>
  async ({
    input,
    ...context
  }: WriteContext<EnabledUnitRefusal | CommandRefusal | 'TEST_DATE_PAST'> & { input: OnUnit & { set: string } }) => {
    const { plantId, set } = input
    const unit = await requireEnabledUnit(context.work, plantId, input)
    if (new Date(set) <= context.work.now) return context.work.fail('TEST_DATE_PAST')
    context.work.audit.diff({ set: planOf(unit, name)?.next }, { set: new Date(set).toISOString() })
    return { command: await requestCommand(context, { plantId, unit, command: { name, set } }) }
  }

const setPeriod =
  (name: Period) =>
  async ({
    input,
    ...context
  }: WriteContext<EnabledUnitRefusal | CommandRefusal> & {
    input: OnUnit & { period: TestPeriod; differito: boolean }
  }) => {
    const { plantId, period, differito } = input
    const unit = await requireEnabledUnit(context.work, plantId, input)
    const plan = planOf(unit, name)
    context.work.audit.diff({ period: plan?.period, differito: plan?.deferred }, { period, differito })
    return { command: await requestCommand(context, { plantId, unit, command: { name, period, differito } }) }
  }

const isPendingStop = ({ dueAt, command }: CommandRow, testId: string): boolean =>
  dueAt !== null && command.name === 'stopTest' && command.testId === testId

export const testHandlers: Handlers = {
  setDateTimeFunzionale: setMoment('setDateTimeFunzionale'),
  setDateTimeAutonomia: setMoment('setDateTimeAutonomia'),
  setPeriodFunzionale: setPeriod('setPeriodFunzionale'),
  setPeriodAutonomia: setPeriod('setPeriodAutonomia'),
  ...heldTestHandlers,
  ...startTestHandlers,
  stopTest: async ({ input, ...context }) => {
    const test = (await findTest(context.work.tx, input.plantId, input.testId)) ?? context.work.fail('TEST_NOT_FOUND')
    context.work.audit.diff(null, { test: test.kind })
    if (test.state !== 'running') return context.work.fail('TEST_NOT_RUNNING')
    const unit = await requireAcquiredUnit(context.work, input.plantId, { topic: test.unit })
    const last = await findLastCommand(context.work.tx, unit.unit, 'stopTest')
    // A pending stop serves everybody who asks meanwhile, because the unit would refuse a second one.
    if (last && isPendingStop(last, test.id)) return { command: toPendingCommand(last) }
    const command = { name: 'stopTest', testId: test.id } as const
    return { command: await requestCommand(context, { plantId: input.plantId, unit, command }) }
  },
  getTests: async ({ work, input }) => {
    const { plantId, page, devicesType: devices } = input
    const { reportPageRows } = work.ports.settings.limits
    const since = await findHistoryStart(work.tx, plantId, work.now)
    const span = { since, devices, offset: (page - 1) * reportPageRows, limit: reportPageRows }
    const tests = await viewTests(work.tx, await listTests(work.tx, plantId, span), devices)
    const total = await countTests(work.tx, plantId, span)
    const hiddenCount = since ? (await countTests(work.tx, plantId, { since: null, devices })) - total : 0
    const latestTest = hiddenCount > 0 ? await findLatestTest(work.tx, plantId) : undefined
    const isHidden = latestTest && since && latestTest.requestedAt < since
    const [last] = isHidden ? await viewTests(work.tx, [latestTest], devices) : []
    return { tests, total, hidden: hiddenCount, last: last && last.total > 0 ? last : null }
  },
  getAutonomyResults: async ({ work, input }) => ({ lamps: await listAutonomyResults(work.tx, input.plantId) }),
  getTestReport: async ({ work, input }) => {
    const row = (await findTest(work.tx, input.plantId, input.testId)) ?? work.fail('TEST_NOT_FOUND')
    if (await isBeyondHistory(work.tx, row, await findHistoryStart(work.tx, input.plantId, work.now)))
      return work.fail('HISTORY_LIMIT_BASIC')
    const [test] = await viewTests(work.tx, [row], input.devicesType)
    const { pageSize = work.ports.settings.limits.reportPageRows } = input
    const span = { offset: (input.page - 1) * pageSize, limit: pageSize }
    const results = await listResults(work.tx, row.id, input, span)
    return {
      test: test ?? work.fail('TEST_NOT_FOUND'),
      results: results.map((result) => withMeasuredBound(work.ports.devices, row.unit, toTestResult(row.unit, result))),
      total: await countResults(work.tx, row.id, input),
    }
  },
}
