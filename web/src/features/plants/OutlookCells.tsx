import { Button, Skeleton } from '@mantine/core'
import type { PlantSummary } from '@vigilux/contract/features/plants/plant.ts'
import type { PlantOutlook } from '@vigilux/contract/features/week/plant-outlook.ts'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { listPresentDangers } from '../../shared/status/present-danger.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import type { StateName } from '../../shared/status/states.ts'
import * as tableStyles from '../../shared/table/table.module.css'
import { pathTo } from '../../site-map.ts'
import { useOutlook, useOutlooks } from './outlooks.ts'
import * as styles from './plants.module.css'

type OutlookProps = {
  plant: PlantSummary
  /** Ids of the plants of the list, which are read together. */
  listed: readonly string[]
  /** Without a link: inside of a row, itself a button. */
  plain?: true
}

type Line = { text: string; state: StateName | null; note?: string }

type Texts = { t: TFunction<'plants'>; number: (value: number) => string; date: (day: string) => string }

/** Text for unknown rules; undefined if all are known. */
const unknownText = ({ verdict, untested }: PlantOutlook, { t, number }: Texts): string | undefined => {
  if (untested) return t('outlook.untested')
  return verdict.unknown > 0 ? t('outlook.unknown', { n: number(verdict.unknown) }) : undefined
}

/** Remedies of rules with days of grace. */
const dueSteps = ['faults', 'logbook', 'signature'] as const

/** The rules without the present state: not met, unknown, due, or all met. */
function rulesLine(outlook: PlantOutlook, texts: Texts): Line {
  const { t, number, date } = texts
  const { verdict, notMetSince, due, dueRemedy } = outlook
  if (verdict.notMet > 0)
    return {
      text: t('outlook.notMet', { n: number(verdict.notMet) }),
      state: 'error',
      ...(notMetSince ? { note: t('outlook.since', { day: date(notMetSince) }) } : {}),
    }
  const unknown = unknownText(outlook, texts)
  if (unknown) return { text: unknown, state: 'unknown' }
  if (due) {
    const step = dueSteps.find((one) => one === dueRemedy)
    return {
      text: t('outlook.due', { day: date(due) }),
      state: 'warning',
      note: step ? t(`outlook.step.${step}`) : t('outlook.met'),
    }
  }
  return { text: t('outlook.met'), state: null }
}

/** The present danger comes first, then the rules. */
function complianceLine(outlook: PlantOutlook, texts: Texts): Line {
  const { t, number } = texts
  const [danger] = listPresentDangers(outlook.now)
  if (!danger) return rulesLine(outlook, texts)
  const { notMet, total } = outlook.verdict
  return {
    text: t(`outlook.${danger.kind}`, { number: number(danger.count) }),
    state: danger.state,
    note:
      notMet > 0
        ? t('outlook.notMetOf', { n: number(notMet), total: number(total) })
        : (unknownText(outlook, texts) ?? t('outlook.met')),
  }
}

function TwoLines({ to, plain, children }: { to: string; plain: true | undefined; children: ReactNode }) {
  if (plain) return <span className={`${tableStyles.twoLines} ${styles.plantLines} ${styles.outlook}`}>{children}</span>
  return (
    <AppLink className={`${tableStyles.twoLines} ${styles.plantLines} ${styles.outlook}`} to={to}>
      {children}
    </AppLink>
  )
}

function Compliance({ plant, listed, plain }: OutlookProps) {
  const outlook = useOutlook(plant.plant_id, listed)
  const { t } = useTranslation('plants')
  const { number, date } = useFormats('UTC')
  if (!outlook) return null
  const { text, state, note } = complianceLine(outlook, { t, number, date })
  return (
    <TwoLines plain={plain} to={pathTo('compliance', { plantId: plant.plant_id })}>
      {state ? <StatusInline state={state} cause={text} /> : <span className="vx-hint">{text}</span>}
      {note ? <small>{note}</small> : null}
    </TwoLines>
  )
}

function NextTest({ plant, listed, plain }: OutlookProps) {
  const { t } = useTranslation('plants')
  const { t: ofWeek } = useTranslation('week')
  const { dateTime } = useFormats(plant.timezone)
  const outlook = useOutlook(plant.plant_id, listed)
  if (!outlook) return null
  const { test } = outlook
  const isRunning = plant.counts.testRunning > 0
  const tab: Record<string, string> = isRunning ? {} : { tab: 'calendar' }
  const kind = test ? ofWeek(`test.${test.kind}`, { count: 1 }) : undefined
  if (!isRunning && !test && plant.units.total === 0) return <span className={`vx-hint ${styles.plantNone}`}>–</span>
  return (
    <TwoLines plain={plain} to={pathTo('plantReport', { plantId: plant.plant_id }, tab)}>
      {isRunning ? (
        <StatusInline state="testRunning" cause={t('outlook.running')} />
      ) : test ? (
        <span>{dateTime(test.at)}</span>
      ) : (
        <StatusInline state="warning" cause={t('owner.noTest')} />
      )}
      {kind && !isRunning ? <small>{kind}</small> : null}
    </TwoLines>
  )
}

/** A cell waiting for the outlooks of its list. */
const outlookCell = (Content: (props: OutlookProps) => ReactNode) => (props: OutlookProps) => (
  <AnswerBoundary quiet skeleton={<Skeleton height={11} width="70%" />}>
    <Content {...props} />
  </AnswerBoundary>
)

/** The rules of a plant in two lines, linked to their page. */
export const ComplianceCell = outlookCell(Compliance)
/** The running test or the next planned one in two lines, linked to the plant's tests. */
export const NextTestCell = outlookCell(NextTest)

/** Says below the list when the cells wait long for their answers, or when one is refused. */
export function OutlooksState({ listed }: Pick<OutlookProps, 'listed'>) {
  return (
    <AnswerBoundary skeleton={<LoadingRows rows={0} />} refused={(_, retry) => <OutlooksFailure retry={retry} />}>
      <Outlooks listed={listed} />
    </AnswerBoundary>
  )
}

function Outlooks({ listed }: Pick<OutlookProps, 'listed'>) {
  useOutlooks(listed)
  return null
}

function OutlooksFailure({ retry }: { retry: () => void }) {
  const { t } = useTranslation('plants')
  return (
    <p className="vx-quiet" role="alert">
      {t('outlook.failed')}
      <Button variant="subtle" size="compact-sm" onClick={retry}>
        {t('tryAgain')}
      </Button>
    </p>
  )
}
