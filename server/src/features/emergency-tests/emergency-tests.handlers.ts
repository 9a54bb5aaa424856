import { randomUUID } from 'node:crypto'
import type { TestPeriod } from '@vigilux/contract/features/central-units/test-schedule.ts'
import { reportPageRows, type testActions } from '@vigilux/contract/features/emergency-tests/emergency-tests.actions.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import { acquiredUnitOf } from '../central-units/index.ts'
import { requestCommand } from '../commands/index.ts'
import {
  countResults,
  countTests,
  findTest,
  insertTest,
  listResults,
  listTests,
  toTestResult,
  toTestRun,
  viewTests,
} from './emergency-tests.store.ts'
import { lampsOnPaper, ratedMinutesOf } from './lamps-under-test.store.ts'

type Handlers = HandlersOf<typeof testActions>

const ftest: Handlers['ftest'] = async ({ input, fail, ...context }) => {
  const { tx, announce, ports, caller } = context
  const { plantId, kind, addr } = input
  const unit = await acquiredUnitOf(tx, plantId, input)
  const wanted = [...new Set(addr)]
  const lamps = await lampsOnPaper(tx, unit.id, wanted.length > 0 ? wanted : null)
  if (lamps.length < wanted.length) return fail('LAMP_NOT_FOUND')
  const underTest = lamps.filter((lamp) => lamp.type === 'emergency')
  const tested = underTest.map((lamp) => lamp.addr)
  if (tested.length === 0) return fail('NO_LAMPS_TO_TEST')
  const testId = randomUUID()
  const commandId = randomUUID()
  const row = await insertTest(tx, {
    id: testId,
    plantId,
    centralUnitId: unit.id,
    unit: unit.unit,
    life: unit.life,
    kind,
    trigger: 'user',
    state: 'requested',
    reason: null,
    requestedBy: caller.userId,
    requestedByName: caller.name,
    requestedAt: ports.clock.now(),
    startedAt: null,
    startBoot: null,
    startSeq: null,
    endedAt: null,
    lamps: tested,
    ratedMin: ratedMinutesOf(kind, underTest),
    commandId,
  })
  if (!row) return fail('TEST_ALREADY_RUNNING')
  const asked = wanted.length > 0 ? tested : 'all'
  const command = { name: 'ftest', testId, test: kind, lamps: asked } as const
  const pending = await requestCommand(context, { plantId, unit, command, id: commandId })
  const test = toTestRun(row)
  announce({ plant: plantId }, 'ftest', { plant_id: plantId, test, results: [] })
  return { command: pending, test }
}

type OnUnit = { plantId: string; topic: string }
type Moment = 'setDateTimeFunzionale' | 'setDateTimeAutonomia'
type Period = 'setPeriodFunzionale' | 'setPeriodAutonomia'

/** Informs the unit of when it next tests by itself; a moment that has passed is refused. */
const setMoment =
  (name: Moment) =>
  async ({ input, ...context }: WriteContext & { input: OnUnit & { set: string } }) => {
    const { plantId, set } = input
    const unit = await acquiredUnitOf(context.tx, plantId, input)
    if (new Date(set) <= context.ports.clock.now()) return fail('TEST_DATE_PAST')
    return { command: await requestCommand(context, { plantId, unit, command: { name, set } }) }
  }

const setPeriod =
  (name: Period) =>
  async ({ input, ...context }: WriteContext & { input: OnUnit & { period: TestPeriod; differito: boolean } }) => {
    const { plantId, period, differito } = input
    const unit = await acquiredUnitOf(context.tx, plantId, input)
    return { command: await requestCommand(context, { plantId, unit, command: { name, period, differito } }) }
  }

export const testHandlers: Handlers = {
  setDateTimeFunzionale: setMoment('setDateTimeFunzionale'),
  setDateTimeAutonomia: setMoment('setDateTimeAutonomia'),
  setPeriodFunzionale: setPeriod('setPeriodFunzionale'),
  setPeriodAutonomia: setPeriod('setPeriodAutonomia'),
  ftest,
  stopTest: async ({ input, fail, ...context }) => {
    const test = (await findTest(context.tx, input.plantId, input.testId)) ?? fail('TEST_NOT_FOUND')
    if (test.state !== 'running') return fail('TEST_NOT_RUNNING')
    const unit = await acquiredUnitOf(context.tx, input.plantId, { topic: test.unit })
    const command = { name: 'stopTest', testId: test.id } as const
    return { command: await requestCommand(context, { plantId: input.plantId, unit, command }) }
  },
  getTests: async ({ input, tx }) => {
    const span = { offset: (input.page - 1) * reportPageRows, limit: reportPageRows }
    const tests = await viewTests(tx, await listTests(tx, input.plantId, span))
    return { tests, total: await countTests(tx, input.plantId) }
  },
  getTestReport: async ({ input, tx, fail }) => {
    const row = (await findTest(tx, input.plantId, input.testId)) ?? fail('TEST_NOT_FOUND')
    const [test] = await viewTests(tx, [row])
    const span = { offset: (input.page - 1) * input.pageSize, limit: input.pageSize }
    const results = await listResults(tx, row.id, input, span)
    return {
      test: test ?? fail('TEST_NOT_FOUND'),
      results: results.map((result) => toTestResult(row.unit, result)),
      total: await countResults(tx, row.id, input),
    }
  },
}
