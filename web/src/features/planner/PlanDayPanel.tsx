import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import type { PlannedTest, TestPlan } from '@vigilux/contract/features/planner/test-plan.ts'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { SidePanel } from '../../shared/layout/SidePanel.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../central-units/index.ts'
import type { PlanDay } from './plan-days.ts'
import { usePlanTexts } from './plan-texts.ts'
import * as styles from './planner.module.css'

type PanelProps = { plan: TestPlan; day: string; known: PlanDay | undefined; onClose: () => void }

/** A day of a plan: its tests with their lamps, and the ready neighbors. */
export function PlanDayPanel({ plan, day, known, onClose }: PanelProps) {
  const { t, dayText } = usePlanTexts()
  const tests = known?.tests ?? []
  const subtitle = known?.worst ? { subtitle: t('legend.worst') } : {}
  return (
    <SidePanel title={dayText(day)} {...subtitle} onClose={onClose}>
      {known?.free ? <p>{t('day.free')}</p> : null}
      {tests.length === 0 ? (
        <p>{t('day.none')}</p>
      ) : (
        <AnswerBoundary>
          <Tests tests={tests} planId={plan.id} day={day} />
        </AnswerBoundary>
      )}
    </SidePanel>
  )
}

function Tests({ tests, planId, day }: { tests: readonly PlannedTest[]; planId: string; day: string }) {
  const { plantId } = useCurrentPlant()
  const plannedTestsOfDay = useAnswer('getPlannedDay', { plantId, planId, day }).tests
  return tests.map((test) => <Test key={test.id} test={test} of={plannedTestsOfDay.find(({ id }) => id === test.id)} />)
}

type OfDay = ActionOutput<'getPlannedDay'>['tests'][number] | undefined

function Test({ test, of }: { test: PlannedTest; of: OfDay }) {
  const { t } = useTranslation('planner')
  const { time, dateTime } = useFormats(useCurrentPlant().plant.timezone)
  const { tTests, groupText, stateText, movedText } = usePlanTexts()
  const movedNote = movedText(test, dateTime)
  return (
    <section className={styles.planTest}>
      <h3>{[tTests(`kind.${test.kind}`), test.group ? groupText(test.group) : ''].filter(Boolean).join(', ')}</h3>
      <p>
        {time(test.at)} · {serialOf(test.cu)} · {t(`by.${test.by}`)} · {stateText(test)}
      </p>
      {movedNote ? <p>{movedNote}</p> : null}
      <Lamps title={t('day.lamps', { lamps: test.lamps })} lamps={of?.lamps ?? []} total={test.lamps} cu={test.cu} />
      {of && of.neighbours > 0 && test.kind === 'autonomy' ? (
        <Lamps
          title={t('day.neighbours', { lamps: of.neighbours })}
          lamps={of.readyNeighbours}
          total={of.neighbours}
          cu={test.cu}
        />
      ) : null}
    </section>
  )
}

type LampsProps = { title: string; lamps: NonNullable<OfDay>['lamps']; total: number; cu: string }

/** Lamps by number, with their unit when it differs from the test's. */
function Lamps({ title, lamps, total, cu: openUnit }: LampsProps) {
  return (
    <details open={lamps.length <= 40}>
      <summary>{title}</summary>
      <ul>
        {lamps.map(({ cu, addr, name, place }) => (
          <li key={`${cu} ${addr}`}>
            <b>{lampNumber(addr)}</b> {[cu === openUnit ? '' : serialOf(cu), name, place].filter(Boolean).join(' · ')}
          </li>
        ))}
        {lamps.length < total ? <li>…</li> : null}
      </ul>
    </details>
  )
}
