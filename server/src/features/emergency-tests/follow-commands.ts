import { findUnit } from '../central-units/index.ts'
import type { CommandListener, CommandListeners } from '../commands/index.ts'
import { findTest, openTestsOfUnit, type TestRunRow, updateTest, viewTests } from './emergency-tests.store.ts'
import { keepTest } from './keep-test.ts'
import { recordsOf } from './test-records.ts'
import { storyOf } from './test-story.ts'

type Context = Parameters<CommandListener>[1]

const announceRun = async ({ tx, announce }: Context, row: TestRunRow): Promise<void> => {
  const [test] = await viewTests(tx, [row])
  if (test) announce({ plant: row.plantId }, 'ftest', { plant_id: row.plantId, test, results: [] })
}

/** A test that the unit would not or could not start never ran. */
const onFtest: CommandListener = async (row, context) => {
  if (row.command.name !== 'ftest' || row.state !== 'failed') return
  const test = await findTest(context.tx, row.plantId, row.command.testId)
  if (test?.state !== 'requested') return
  const reason = row.error === 'refused' ? row.code : row.error
  await announceRun(
    context,
    await updateTest(context.tx, test.id, { state: 'notStarted', reason, endedAt: context.now }),
  )
}

/** A unit whose memory began anew says no more of the tests that it ran before: what has no result was not executed. */
const onEnrol: CommandListener = async (row, context) => {
  if (row.state !== 'done') return
  const { tx, now } = context
  const unit = await findUnit(tx, row.plantId, { topic: row.unit })
  if (!unit?.acquired) return
  for (const test of await openTestsOfUnit(tx, unit.id)) {
    const { life } = test
    if (life === null || life === unit.life) continue
    const records = (await recordsOf(context, { ...unit, life }, [test.id])).get(test.id) ?? []
    const story = { ...storyOf(records, null), end: { outcome: 'lost', at: now, clockWrong: false } } as const
    await announceRun(context, (await keepTest(tx, test, story, now)).row)
  }
}

export const testCommandListeners = { ftest: onFtest, enrol: onEnrol } satisfies CommandListeners
