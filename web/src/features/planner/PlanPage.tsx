import { Loader, SegmentedControl } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import type { TestPlan } from '@vigilux/contract/features/planner/test-plan.ts'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { NextTests, PlanReminder, TestTabs } from '../emergency-tests/index.ts'
import { PlanActions } from './PlanActions.tsx'
import { PlanRules } from './PlanRules.tsx'
import { PlanView } from './PlanView.tsx'
import * as styles from './planner.module.css'

type Answer = ActionOutput<'getTestPlan'>

/** A year of tests: the proposal and the accepted plan. */
export function PlanPage() {
  const { t: tTests } = useTranslation('emergency-tests')
  const { plantId } = useCurrentPlant()
  const propose = useActionMutation('proposePlan', { refresh: ['getTestPlan'] })
  const next = { propose: () => propose.mutate({ plantId }), proposing: propose.isPending }
  return (
    <>
      <PageHeader title={tTests('title')} facts={<Facts />} actions={<Actions {...next} />} />
      <TestTabs current="plan" />
      <FormFailure error={propose.error} />
      <AnswerBoundary>
        <Plan {...next} />
      </AnswerBoundary>
    </>
  )
}

/** The answer, and its plan selected by the address. */
function usePlan(): { answer: Answer; plan: TestPlan | null } {
  const { plantId } = useCurrentPlant()
  const [{ plan: shown }] = useSearchParams()
  const answer = useAnswer('getTestPlan', { plantId })
  const { proposal, accepted } = answer
  return { answer, plan: shown === 'accepted' ? (accepted ?? proposal) : (proposal ?? accepted) }
}

function Actions(next: ProposeProps) {
  const { answer, plan } = usePlan()
  return plan ? <PlanActions answer={answer} plan={plan} {...next} /> : null
}

function Plan(next: ProposeProps) {
  const { answer, plan } = usePlan()
  if (!plan) return <NoPlan answer={answer} {...next} />
  return (
    <>
      <WhichPlan answer={answer} plan={plan} />
      {next.proposing ? <ProposingPlan /> : null}
      {plan.state === 'accepted' ? (
        <AnswerBoundary>
          <EndOfPlan {...next} />
        </AnswerBoundary>
      ) : null}
      <PlanView answer={answer} plan={plan} propose={next.propose} />
    </>
  )
}

function Facts() {
  const { plan } = usePlan()
  const { t } = useTranslation('planner')
  const { dateTime } = useFormats(useCurrentPlant().plant.timezone)
  const { day, number } = useFormats('UTC')
  if (!plan) return null
  const { acceptedAt, acceptedBy } = plan
  return (
    <>
      <span>{t('facts.year', { from: day(plan.from), until: day(plan.until) })}</span>
      <span>
        {acceptedAt
          ? acceptedBy
            ? t('facts.accepted', { time: dateTime(acceptedAt), who: acceptedBy })
            : t('facts.acceptedAnonymous', { time: dateTime(acceptedAt) })
          : t('facts.proposed', { time: dateTime(plan.proposedAt), who: plan.proposedBy })}
      </span>
      <span>{t('facts.lamps', { units: number(plan.units), lamps: number(plan.lamps) })}</span>
      {plan.state === 'draft' ? <span>{t('facts.draft')}</span> : null}
    </>
  )
}

/** Switches between proposal and accepted plan when both exist. */
function WhichPlan({ answer: { proposal, accepted }, plan }: { answer: Answer; plan: TestPlan }) {
  const { t } = useTranslation('planner')
  const [, change] = useSearchParams()
  if (!proposal || !accepted) return null
  return (
    <SegmentedControl
      className={`${styles.planWhich} vx-no-print`}
      aria-label={t('show.label')}
      value={plan.state}
      data={[
        { value: 'draft', label: t('show.proposal') },
        { value: 'accepted', label: t('show.accepted') },
      ]}
      onChange={(state) => change({ plan: state === 'accepted' ? state : undefined, day: undefined })}
    />
  )
}

type ProposeProps = { propose: () => void; proposing: boolean }

/** Reminder of the accepted plan's near or past end, with the button to propose the next. */
function EndOfPlan({ propose, proposing }: ProposeProps) {
  const { t: tTests } = useTranslation('emergency-tests')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotAllowed()
  const end = useAnswer('getNextTests', { plantId }).planEnd
  if (!end) return null
  return (
    <section className={`vx-card ${styles.planEnd}`} aria-label={tTests('schedule.planNext')}>
      <PlanReminder end={end}>
        <ReasonButton variant="default" blockedReason={blockedReason} loading={proposing} onClick={propose}>
          {tTests('schedule.planNext')}
        </ReasonButton>
      </PlanReminder>
    </section>
  )
}

function ProposingPlan() {
  const { t } = useTranslation('planner')
  return (
    <p className={styles.planWorking} role="status">
      <Loader size={16} aria-hidden /> {t('working')}
    </p>
  )
}

/** An invitation to plan, the rules of a plan, and the tests that come without one. */
function NoPlan({ answer, propose, proposing }: ProposeProps & { answer: Answer }) {
  const { t } = useTranslation('planner')
  const blockedReason = useWhyNotAllowed()
  return (
    <div className={layoutStyles.mainAndSide}>
      <div>
        <div className="vx-card">
          <EmptyState
            icon={IconCalendarTime}
            title={t('none.title')}
            action={
              <ReasonButton blockedReason={blockedReason} loading={proposing} onClick={propose}>
                {t('propose')}
              </ReasonButton>
            }
          >
            {t('none.text')}
          </EmptyState>
          {proposing ? <ProposingPlan /> : null}
        </div>
        <AnswerBoundary>
          <NextTests />
        </AnswerBoundary>
      </div>
      <aside className={styles.planSide}>
        <PlanRules answer={answer} plan={null} propose={propose} />
      </aside>
    </div>
  )
}
