import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import type { PlanConflict, TestPlan } from '@vigilux/contract/features/planner/test-plan.ts'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useFormats } from '../../shared/format/format.ts'
import { serialOf } from '../central-units/index.ts'
import { usePlanTexts } from './plan-texts.ts'

/** Conflicts of a plan in words: the problem, and its reason or solution. */
export function useConflictTexts({ answer, plan }: { answer: ActionOutput<'getTestPlan'>; plan: TestPlan }) {
  const { t, tTests, dayText } = usePlanTexts()
  const { list, number } = useFormats()
  const values = ({ cu, other, test, lamps = 0, addrs = [], day, to, share }: PlanConflict) => ({
    serial: cu ? serialOf(cu) : '',
    other: other ? serialOf(other) : '',
    test: test ? tTests(`kind.${test}`) : '',
    lamps: number(lamps),
    addrs: list(addrs.map(lampNumber)),
    day: day ? dayText(day) : '',
    to: to ? dayText(to) : '',
    share: number(share ?? 0),
    wanted: answer.settings.ready,
    hours: plan.chargeHours,
  })
  return {
    titleOf: (conflict: PlanConflict): string => t(`conflict.${conflict.kind}`, values(conflict)),
    textOf(conflict: PlanConflict): string {
      const { kind, cause, to, share } = conflict
      if (kind === 'unplaced') return cause ? t(`unplaced.${cause}`) : ''
      if (kind === 'clockChange' || kind === 'keptFree') return to ? t('conflictText.next', values(conflict)) : ''
      if (kind === 'keptDate' && share !== undefined) return t('conflictText.keptWhole', values(conflict))
      return t(`conflictText.${kind}`, values(conflict))
    },
  }
}
