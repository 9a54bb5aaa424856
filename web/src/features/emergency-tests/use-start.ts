import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { useState } from 'react'
import { ApiFailure, failureText } from '../../shared/api/api-failure.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useGo } from '../../shared/navigation.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import type { UnitPlan } from './start-plan.ts'
import { type StartWarning, warningOf } from './start-warnings.ts'

/** The very test that one unit was asked for: of another nothing is known. */
const keyOf = (kind: TestKind, { topic, addr }: UnitPlan): string => JSON.stringify([kind, topic, addr])

type Warned = StartWarning & { topic: string }
type Answers = { failures: { topic: string; text: string }[]; warnings: Map<string, Warned>; started: Set<string> }
const none: Answers = { failures: [], warnings: new Map(), started: new Set() }

/**
 * Asks all units in one call; leads to the tests when all were started, and says of which a test was refused. Where the
 * server warns, asking again for the same test starts it anyway, and what has started is not asked for twice.
 */
export function useStart(kind: TestKind, ready: readonly UnitPlan[]) {
  const { plantId } = useOpenPlant()
  const go = useGo()
  const starting = useActionMutation('startTests', { refresh: ['getPlantDetails', 'getTests'] })
  const [answers, setAnswers] = useState(none)
  const warnings = ready.flatMap((plan) => answers.warnings.get(keyOf(kind, plan)) ?? [])
  const start = async () => {
    const asked = ready.filter((plan) => !answers.started.has(keyOf(kind, plan)))
    const units = asked.map((plan) => ({
      ...{ topic: plan.topic, addr: plan.addr },
      anyway: answers.warnings.has(keyOf(kind, plan)),
    }))
    const answer =
      units.length > 0 ? await starting.mutateAsync({ plantId, kind, units }).catch(() => null) : { units: [] }
    if (!answer) return
    const found: Answers = { failures: [], warnings: new Map(), started: new Set(answers.started) }
    for (const { topic, refused } of answer.units) {
      const plan = asked.find((one) => one.topic === topic)
      if (!plan) continue
      if (!refused) {
        found.started.add(keyOf(kind, plan))
        continue
      }
      const failure = new ApiFailure(refused.code, 409, { details: refused.details })
      const warning = warningOf(failure)
      if (warning) found.warnings.set(keyOf(kind, plan), { topic, ...warning })
      else found.failures.push({ topic, text: failureText(failure) })
    }
    setAnswers(found)
    if (found.failures.length + found.warnings.size === 0) go.replace(pathTo('plantReport', { plantId }))
  }
  return { start, busy: starting.isPending, failures: answers.failures, error: starting.error, warnings }
}
