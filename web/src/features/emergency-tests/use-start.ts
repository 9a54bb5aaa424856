import { ApiFailure } from '@vigilux/client/failure.ts'
import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { useState } from 'react'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { failureText } from '../../shared/api/api-failure.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useNavigateTo } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import type { UnitPlan } from './start-plan.ts'
import { type StartWarning, warningOf } from './start-warnings.ts'

/** Identifies a unit's exact test, to apply no outcome to another one. */
const keyOf = (kind: TestKind, { topic, addr }: UnitPlan): string => JSON.stringify([kind, topic, addr])

type WarnedStart = StartWarning & { topic: string }
type Answers = { failures: { topic: string; text: string }[]; warnings: Map<string, WarnedStart>; started: Set<string> }
const emptyAnswers: Answers = { failures: [], warnings: new Map(), started: new Set() }

/** The outcome on each unit: started, refused, or a warning. */
function findFailures(
  units: ActionOutput<'startTests'>['units'],
  startedBefore: ReadonlySet<string>,
  keyOfUnit: (topic: string) => string | undefined,
): Answers {
  const found: Answers = { failures: [], warnings: new Map(), started: new Set(startedBefore) }
  for (const { topic, refused } of units) {
    const key = keyOfUnit(topic)
    const failure = refused && new ApiFailure(refused.code, 409, { details: refused.details })
    const warning = failure && warningOf(failure)
    if (key && !failure) found.started.add(key)
    else if (key && warning) found.warnings.set(key, { topic, ...warning })
    else if (failure) found.failures.push({ topic, text: failureText(failure) })
  }
  return found
}

/**
 * Requests the tests of all units in one call; opens the tests when all have started, and names refused ones. After a
 * warning, requesting the same test again starts it anyway; started tests are not requested twice.
 */
export function useStart(kind: TestKind, readyPlans: readonly UnitPlan[]) {
  const { plantId } = useCurrentPlant()
  const navigateTo = useNavigateTo()
  const startTests = useActionMutation('startTests', { refresh: ['getPlantDetails', 'getTests'] })
  const [answers, setAnswers] = useState(emptyAnswers)
  const warnings = readyPlans.flatMap((plan) => answers.warnings.get(keyOf(kind, plan)) ?? [])
  const start = async () => {
    const pendingPlans = readyPlans.filter((plan) => !answers.started.has(keyOf(kind, plan)))
    const units = pendingPlans.map((plan) => ({
      topic: plan.topic,
      addr: plan.addr,
      anyway: answers.warnings.has(keyOf(kind, plan)),
    }))
    const answer =
      units.length > 0 ? await startTests.mutateAsync({ plantId, kind, units }).catch(() => null) : { units: [] }
    if (!answer) return
    const found = findFailures(answer.units, answers.started, (topic) => {
      const plan = pendingPlans.find((one) => one.topic === topic)
      return plan && keyOf(kind, plan)
    })
    setAnswers(found)
    if (found.failures.length + found.warnings.size === 0) navigateTo.replace(pathTo('plantReport', { plantId }))
  }
  return { start, busy: startTests.isPending, failures: answers.failures, error: startTests.error, warnings }
}
