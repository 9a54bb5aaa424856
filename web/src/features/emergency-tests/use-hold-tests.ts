import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../shared/api/api-failure.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { fieldCodeText } from '../../shared/form/form.ts'
import { instantOf } from '../../shared/format/wall-time.ts'
import { useNavigateTo } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serverNow } from '../../shared/plant/server-clock.ts'
import { pathTo } from '../../site-map.ts'
import type { UnitPlan } from './start-plan.ts'
import { warningOf } from './start-warnings.ts'
import type { StartOption } from './WhenToStart.tsx'

/** The chosen time, or its error; neither when the batteries decide. */
function resolveStart(
  { when, wall }: StartOption,
  timeZone: string,
): { at?: string; fault?: 'past' | 'test_date_empty' } {
  if (when !== 'later') return {}
  const at = wall ? instantOf(wall, timeZone) : undefined
  if (!at) return { fault: 'test_date_empty' }
  return Date.parse(at) <= serverNow(Date.now()) ? { fault: 'past' } : { at }
}

/** Schedules a test on each unit, all or none; then opens the list of scheduled tests. */
export function useHoldTests(kind: TestKind, plans: readonly UnitPlan[]) {
  const { t } = useTranslation('emergency-tests')
  const { plantId, plant } = useCurrentPlant()
  const navigateTo = useNavigateTo()
  const holdTests = useActionMutation('holdTest', { refresh: ['getHeldTests'] })
  /** The tests in the server's question; requesting the same tests again confirms them. */
  const [warned, setWarned] = useState<string>()
  const planKey = JSON.stringify([kind, plans.map(({ topic, addr }) => [topic, addr])])
  const [value, setValue] = useState<StartOption>({ when: 'now', wall: '', wrong: undefined })
  const heldPlans = plans.filter(({ count, leftOut }) => count + leftOut.length > 0)
  const saveHeld = async () => {
    const { at, fault } = resolveStart(value, plant.timezone)
    if (fault) return setValue({ ...value, wrong: fault === 'past' ? t('schedule.past') : fieldCodeText(fault) })
    const units = heldPlans.map(({ topic, addr, leftOut, isWhole }) => ({
      topic,
      // Lamps without mains now may have it by then.
      addr: isWhole ? [] : [...addr, ...leftOut.map(({ id }) => id)],
    }))
    const anyway = warned === planKey
    await holdTests.mutateAsync({ plantId, units, kind, anyway, ...(at && { startsAt: at }) }).then(
      () => navigateTo.replace(pathTo('plantReport', { plantId })),
      (failure: unknown) => setWarned(warningOf(failure) ? planKey : undefined),
    )
  }
  const startsLater = value.when !== 'now'
  const { topic } = (failureOf(holdTests.error).details ?? {}) as { topic?: string }
  const warning = warned === planKey ? warningOf(holdTests.error) : null
  return {
    value,
    setValue,
    hold: saveHeld,
    busy: holdTests.isPending,
    error: warning ? null : holdTests.error,
    warnings: warning && topic ? [{ topic, ...warning }] : [],
    isLater: startsLater,
    any: heldPlans.length > 0,
  }
}
