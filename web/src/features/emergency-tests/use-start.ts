import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { useState } from 'react'
import { failureText } from '../../shared/api/api-failure.ts'
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

/**
 * Asks one unit after the other; leads to the tests when all were asked, and says of which a test was refused. Where the
 * server warns, asking again for the same test starts it anyway, and what has started is not asked for twice.
 */
export function useStart(kind: TestKind, ready: readonly UnitPlan[]) {
  const { plantId } = useOpenPlant()
  const go = useGo()
  const { mutateAsync } = useActionMutation('ftest', { refresh: ['getPlantDetails', 'getTests'] })
  const [busy, setBusy] = useState(false)
  const [answers, setAnswers] = useState<Answers>({ failures: [], warnings: new Map(), started: new Set() })
  const warnings = ready.flatMap((plan) => answers.warnings.get(keyOf(kind, plan)) ?? [])
  const start = async () => {
    setBusy(true)
    const found: Answers = { failures: [], warnings: new Map(), started: new Set(answers.started) }
    for (const plan of ready) {
      const { topic, addr } = plan
      const key = keyOf(kind, plan)
      if (found.started.has(key)) continue
      const anyway = answers.warnings.has(key)
      try {
        await mutateAsync({ plantId, topic, kind, addr, anyway })
        found.started.add(key)
      } catch (error) {
        const warning = warningOf(error)
        if (warning) found.warnings.set(key, { topic, ...warning })
        else found.failures.push({ topic, text: failureText(error) })
      }
    }
    setBusy(false)
    setAnswers(found)
    if (found.failures.length + found.warnings.size === 0) go.replace(pathTo('plantReport', { plantId }))
  }
  return { start, busy, failures: answers.failures, warnings }
}
