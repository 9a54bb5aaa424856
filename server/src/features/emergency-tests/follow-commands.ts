import { findUnit } from '../central-units/index.ts'
import type { CommandListener, CommandListeners } from '../commands/index.ts'
import { findTest, listOpenTestsOfUnit, updateTest } from './emergency-tests.store.ts'
import { endUnreportedTest } from './end-unreported-test.ts'
import { listOpenTests, lockOpenTest } from './lost-tests.store.ts'
import { recordNotStarted } from './not-started.ts'

/** A test the unit refused or could not start never ran. */
const onFtest: CommandListener = async (row, context) => {
  if (row.command.name !== 'ftest' || row.state !== 'failed') return
  const test = await findTest(context.tx, row.plantId, row.command.testId)
  if (test?.state !== 'requested') return
  const reason = row.error === 'refused' ? row.code : row.error
  const end = { state: 'notStarted', reason, endedAt: context.now } as const
  await recordNotStarted(context, await updateTest(context, test.id, end))
}

/** A unit not running the test to stop reports so: the test is over, without further reports. */
const onStop: CommandListener = async (row, context) => {
  if (row.command.name !== 'stopTest' || row.state !== 'failed' || row.code !== 'ERROR_COMMAND_NOT_ENABLED') return
  const [open] = await listOpenTests(context.tx, { only: row.command.testId })
  if (!open || open.test.unit.inTest === true) return
  const found = await lockOpenTest(context.tx, open.id)
  if (!found) return
  const unit = { ...found.unit, life: found.test.life ?? '' }
  await endUnreportedTest(context, found.test, unit, { outcome: 'test_unknown', at: context.now })
}

/** A unit in a new life reports nothing about earlier tests: lamps without a result were not executed. */
const onEnrol: CommandListener = async (row, context) => {
  if (row.state !== 'done') return
  const { tx, now } = context
  const unit = await findUnit(tx, row.plantId, { topic: row.unit })
  if (!unit?.acquired) return
  for (const test of await listOpenTestsOfUnit(tx, unit.id)) {
    const { life } = test
    if (life === null || life === unit.life) continue
    await endUnreportedTest(context, test, { ...unit, life }, { outcome: 'unit_restarted', at: now })
  }
}

export const testCommandListeners = { ftest: onFtest, stopTest: onStop, enrol: onEnrol } satisfies CommandListeners
