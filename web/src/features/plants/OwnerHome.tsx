import { Button } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import type { PresentState } from '@vigilux/contract/features/compliance/compliance.ts'
import { worstVerdict } from '@vigilux/contract/features/compliance/worst-verdict.ts'
import type { PlantSummary } from '@vigilux/contract/features/plants/plant.ts'
import type { PlantOutlook } from '@vigilux/contract/features/week/plant-outlook.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { AppLink } from '../../shared/navigation.tsx'
import * as plantLinkStyles from '../../shared/plant/plant-link.module.css'
import { listPresentDangers } from '../../shared/status/present-danger.ts'
import { styleOfState } from '../../shared/status/rule-state.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { styleOf } from '../../shared/status/states.ts'
import { LineTexts } from '../../shared/table/LineTexts.tsx'
import * as tableStyles from '../../shared/table/table.module.css'
import { pathTo } from '../../site-map.ts'
import { PlantRules } from '../compliance/index.ts'
import { NewEntries } from '../logbook/index.ts'
import { RegistersCard } from '../reports/index.ts'
import { OwnWeekCard } from '../week/index.ts'
import { ComplianceCell, NextTestCell } from './OutlookCells.tsx'
import { useOutlooks } from './outlooks.ts'
import * as styles from './owner-home.module.css'
import { plantLine } from './plant-columns.tsx'

type OwnerHomeProps = {
  /** Worst first. */
  plants: readonly PlantSummary[]
  /** Number of plants with a row of their own. */
  shown: number
  total: number
}

/** An owner's home: whether every plant meets its rules, the duties, and what is new in the logbooks. */
export function OwnerHome({ plants, shown, total }: OwnerHomeProps) {
  const { t } = useTranslation('plants')
  const { number } = useFormats()
  const phone = usePhone()
  const onlyPlant = total === 1 ? plants[0] : undefined
  return (
    <>
      <PageHeader
        title={onlyPlant?.plantname ?? t('word.plants')}
        ownTitle={onlyPlant !== undefined}
        facts={onlyPlant ? null : <span>{t('totals.plants', { count: total, number: number(total) })}</span>}
        actions={
          <AnswerBoundary quiet>
            <SignButton />
          </AnswerBoundary>
        }
      />
      <div className={styles.ownerHome}>
        <section className="vx-card">
          <AnswerBoundary skeleton={<LoadingRows rows={Math.min(plants.length, shown) + 1} height={56} />}>
            <PlantsAnswer plants={plants} shown={shown} total={total} />
          </AnswerBoundary>
        </section>
        <OwnWeekCard />
        {phone ? <RegistersCard plants={plants.slice(0, shown)} /> : null}
        <NewEntries />
      </div>
    </>
  )
}

/** The next signature of the person; absent when none is due. */
function SignButton() {
  const { t } = useTranslation('plants')
  const { duties, totals } = useAnswer('getWeek', {})
  const signature = duties.find(({ kind, allowed }) => kind === 'signature' && allowed)
  if (!signature?.plant) return null
  const count = totals.find(({ kind }) => kind === 'signature')?.count ?? 1
  return (
    <Button
      component={AppLink}
      to={pathTo('logbook', { plantId: signature.plant.id }, { sign: signature.month ?? '1', inTurn: '1' })}
      leftSection={<IconSignature size={16} aria-hidden />}
    >
      {t('owner.sign', { count })}
    </Button>
  )
}

function PlantsAnswer({ plants, shown, total }: OwnerHomeProps) {
  const { t } = useTranslation('plants')
  const { number } = useFormats()
  const phone = usePhone()
  const listed = plants.map(({ plant_id }) => plant_id)
  const outlooks = useOutlooks(listed)
  const rows = { plants: plants.slice(0, shown), listed }
  return (
    <>
      <Answer plants={plants} outlooks={[...outlooks.values()]} total={total} />
      {phone ? <PlantLines {...rows} /> : <PlantTable {...rows} />}
      {total === 1 && plants[0] ? <PlantRules plantId={plants[0].plant_id} /> : null}
      {total > shown ? (
        <p className={styles.ownerMore}>
          <AppLink to={pathTo('home', {}, { all: '1' })}>{t('owner.all', { n: number(total) })}</AppLink>
        </p>
      ) : null}
    </>
  )
}

type RowsProps = { plants: readonly PlantSummary[]; listed: readonly string[] }

function PlantTable({ plants, listed }: RowsProps) {
  const { t } = useTranslation('plants')
  return (
    <table className={styles.ownerPlants}>
      <thead>
        <tr>
          <th>{t('word.plant')}</th>
          <th>{t('owner.compliance')}</th>
          <th>{t('owner.nextTest')}</th>
        </tr>
      </thead>
      <tbody>
        {plants.map((plant) => (
          <PlantRow key={plant.plant_id} plant={plant} listed={listed} />
        ))}
      </tbody>
    </table>
  )
}

/** The same lines as in the list of plants on a phone. */
function PlantLines({ plants, listed }: RowsProps) {
  const { t } = useTranslation('plants')
  return (
    <ul className={`${tableStyles.list} ${styles.ownerLines}`} aria-label={t('word.plants')}>
      {plants.map((plant) => (
        <li key={plant.plant_id}>
          <div className={tableStyles.listLine}>
            <AppLink className={tableStyles.listOpen} to={pathTo('plantOverview', { plantId: plant.plant_id })}>
              <LineTexts line={plantLine(plant, { t, listed, hasHeading: false })} />
            </AppLink>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The dangers of all plants together. */
const sumDangers = (outlooks: readonly PlantOutlook[]): PresentState => {
  const sumOf = (kind: keyof PresentState) => outlooks.reduce((sum, { now }) => sum + (now?.[kind] ?? 0), 0)
  return {
    inhibited: sumOf('inhibited'),
    onBattery: sumOf('onBattery'),
    notReporting: sumOf('notReporting'),
    unitsOffline: sumOf('unitsOffline'),
  }
}

type AnswerProps = Pick<OwnerHomeProps, 'plants' | 'total'> & { outlooks: readonly PlantOutlook[] }

/** The worst present danger with its place, and one sentence: an unmet rule counts more than an unknown one. */
function Answer({ plants, outlooks, total: ofAll }: AnswerProps) {
  const { t } = useTranslation('plants')
  const { number } = useFormats()
  const { state, count, total } = worstVerdict(outlooks)
  const [danger] = listPresentDangers(sumDangers(outlooks))
  const placeOf = (kind: keyof PresentState): string => {
    const [first, ...others] = outlooks.filter(({ now }) => (now?.[kind] ?? 0) > 0)
    if (others.length > 0) return t('totals.plants', { count: others.length + 1, number: number(others.length + 1) })
    return plants.find(({ plant_id }) => total > 1 && plant_id === first?.plant_id)?.plantname ?? ''
  }
  const { icon: Mark, tone } = styleOf(state === 'met' && danger ? 'warning' : styleOfState[state])
  return (
    <div className={styles.ownerAnswer} data-tone={tone}>
      <Mark size={24} stroke={2} aria-hidden color="var(--tone-text)" />
      <div>
        {danger ? (
          <StatusInline
            state={danger.state}
            cause={[t(`outlook.${danger.kind}`, { number: number(danger.count) }), placeOf(danger.kind)]
              .filter(Boolean)
              .join(' · ')}
          />
        ) : null}
        <h2>{t(`owner.${state}`, { count, total })}</h2>
        {ofAll > total ? <small>{t('owner.checked', { n: number(total), total: number(ofAll) })}</small> : null}
      </div>
    </div>
  )
}

function PlantRow({ plant, listed }: { plant: PlantSummary; listed: readonly string[] }) {
  const { t } = useTranslation('plants')
  return (
    <tr>
      <td>
        <AppLink className={plantLinkStyles.plantLink} to={pathTo('plantOverview', { plantId: plant.plant_id })}>
          {plant.plantname}
        </AppLink>
        <small>{[plant.address.city, t('owner.lamps', { count: plant.lamps })].filter(Boolean).join(' · ')}</small>
      </td>
      <td>
        <ComplianceCell plant={plant} listed={listed} />
      </td>
      <td>
        <NextTestCell plant={plant} listed={listed} />
      </td>
    </tr>
  )
}
