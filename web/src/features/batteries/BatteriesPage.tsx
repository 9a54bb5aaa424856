import { IconBattery2 } from '@tabler/icons-react'
import type { BatteryOutlook } from '@vigilux/contract/features/batteries/battery-outlook.ts'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState, StatePanel } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { WorkbookButton } from '../../shared/table/WorkbookButton.tsx'
import { pathTo } from '../../site-map.ts'
import { TestTabs } from '../emergency-tests/index.ts'
import { BatteryCodes } from './BatteryCodes.tsx'
import { BatteryLamps } from './BatteryLamps.tsx'
import { BatteryNeeds } from './BatteryNeeds.tsx'
import * as styles from './batteries.module.css'
import { createBatterySheets } from './battery-sheets.ts'

const monthDays = 30.44

/** The data behind the outlook, and the error of earlier outlooks, even a large one. */
function OutlookBasis({ outlook }: { outlook: BatteryOutlook }) {
  const { t } = useTranslation('batteries')
  const { number } = useFormats()
  const { check, fewest } = outlook
  return (
    <section className={`vx-card ${styles.batteryBasis}`} aria-label={t('basis.title')}>
      <header className={layoutStyles.cardHead}>
        <h2>{t('basis.title')}</h2>
      </header>
      <p>{t('basis.how')}</p>
      <p>{t('basis.fewest', { tests: number(fewest.tests), lamps: number(fewest.lamps) })}</p>
      {check ? (
        <p>
          <b>{t('basis.checked', { count: check.batteries })}</b>{' '}
          {t('basis.inside', { count: check.inside, of: number(check.batteries) })}{' '}
          {t('basis.off', { count: Math.max(1, Math.round(check.medianDays / monthDays)) })}
        </p>
      ) : (
        <p>{t('basis.unchecked')}</p>
      )}
    </section>
  )
}

type Answer = ActionOutput<'getBatteryOutlook'>

export function BatteriesPage() {
  const { t } = useTranslation('batteries')
  const { plantId } = useCurrentPlant()
  const answer = useAnswer('getBatteryOutlook', { plantId })
  return (
    <>
      <PageHeader
        title={t('title')}
        facts={answer.outlook ? <Facts outlook={answer.outlook} /> : null}
        actions={answer.outlook ? <SaveButton answer={answer} /> : null}
      />
      <TestTabs current="batteries" />
      <AnswerBoundary>
        <Content answer={answer} />
      </AnswerBoundary>
    </>
  )
}

function Facts({ outlook }: { outlook: NonNullable<Answer['outlook']> }) {
  const { t } = useTranslation('batteries')
  const { day } = useFormats(useCurrentPlant().plant.timezone)
  const { measuredFrom, measuredUntil } = outlook
  return (
    <>
      <span>{t('counted', { count: outlook.lamps, codes: outlook.codes.length })}</span>
      {measuredFrom && measuredUntil ? (
        <span>{t('measuredBetween', { from: day(measuredFrom), until: day(measuredUntil) })}</span>
      ) : null}
    </>
  )
}

/** Saves the shopping list as a workbook. */
function SaveButton({ answer }: { answer: Answer }) {
  const { t } = useTranslation('batteries')
  const { day } = useFormats(useCurrentPlant().plant.timezone)
  return <WorkbookButton title={t('title')} sheets={() => createBatterySheets(answer, t, day)} />
}

function Content({ answer }: { answer: Answer }) {
  const { t } = useTranslation('batteries')
  const { plantId } = useCurrentPlant()
  const [search, setSearch] = useSearchParams()
  const { outlook } = answer
  if (!outlook)
    return (
      <div className={styles.batteries}>
        <div className="vx-card">
          <StatePanel icon={IconBattery2} title={t('pro.title')}>
            {t('pro.text')} <AppLink to={pathTo('plantGeneral', { plantId })}>{t('pro.link')}</AppLink>
          </StatePanel>
        </div>
        <BatteryNeeds answer={answer} />
      </div>
    )
  if (outlook.lamps === 0)
    return (
      <div className="vx-card">
        <EmptyState icon={IconBattery2} title={t('none.title')}>
          {t('none.text')}
        </EmptyState>
      </div>
    )
  const chosen = outlook.codes.find(({ code }) => code === search.code) ?? outlook.codes[0]
  const isUnknown = search.code === '' || !chosen || (search.code === '?' && outlook.unknown > 0)
  const code = isUnknown ? null : chosen.code
  return (
    <div className={styles.batteries}>
      <div className={styles.batteriesMain}>
        <BatteryCodes
          outlook={outlook}
          chosen={search.code === undefined ? undefined : code}
          onChoose={(next) => setSearch({ code: next ?? '?', page: undefined, lamp: undefined })}
        />
        <BatteryLamps key={code} code={code} />
      </div>
      <div className={styles.batteriesSide}>
        <BatteryNeeds answer={answer} />
        <OutlookBasis outlook={outlook} />
      </div>
    </div>
  )
}
