import { Button } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import type { Compliance } from '@vigilux/contract/features/compliance/compliance.ts'
import type { PlantSummary } from '@vigilux/contract/features/plants/plant.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer, useAnswers } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { type StateName, styleOf } from '../../shared/status/states.ts'
import { pathTo } from '../../site-map.ts'
import { useHeadline } from '../compliance/index.ts'
import { OwnWeekCard } from '../week/index.ts'
import './owner-home.css'

type OwnerHomeProps = {
  /** Worst first. */
  plants: readonly PlantSummary[]
  /** Number of plants with a row of their own. */
  shown: number
  total: number
}

/** An owner's home: whether every plant meets its rules, what is to do, and when the next tests are. */
export function OwnerHome({ plants, shown, total }: OwnerHomeProps) {
  const { t } = useTranslation('plants')
  const { number } = useFormats()
  return (
    <>
      <PageHeader
        title={t('word.plants')}
        facts={<span>{t('totals.plants', { count: total, number: number(total) })}</span>}
        actions={
          <AnswerBoundary quiet>
            <SignButton />
          </AnswerBoundary>
        }
      />
      <div className="vx-owner-home">
        <section className="vx-card">
          <AnswerBoundary skeleton={<LoadingRows rows={Math.min(plants.length, shown) + 1} height={56} />}>
            <PlantsAnswer plants={plants} shown={shown} total={total} />
          </AnswerBoundary>
        </section>
        <OwnWeekCard />
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
      to={pathTo('logbook', { plantId: signature.plant.id }, { sign: signature.month ?? '1' })}
      leftSection={<IconSignature size={16} aria-hidden />}
    >
      {t('owner.sign', { count })}
    </Button>
  )
}

function PlantsAnswer({ plants, shown, total }: OwnerHomeProps) {
  const { t } = useTranslation('plants')
  const { number } = useFormats()
  const found = useAnswers(
    'getCompliance',
    plants.map(({ plant_id: plantId }) => ({ plantId })),
  )
  return (
    <>
      <Answer found={found} />
      <table className="vx-owner-plants">
        <thead>
          <tr>
            <th>{t('word.plant')}</th>
            <th>{t('owner.compliance')}</th>
            <th>{t('owner.nextTest')}</th>
          </tr>
        </thead>
        <tbody>
          {plants.slice(0, shown).map((plant, at) => {
            const compliance = found[at]
            return compliance ? <PlantRow key={plant.plant_id} plant={plant} compliance={compliance} /> : null
          })}
        </tbody>
      </table>
      {total > shown ? (
        <p className="vx-owner-more">
          <AppLink to={pathTo('home', {}, { all: '1' })}>{t('owner.all', { n: number(total) })}</AppLink>
        </p>
      ) : null}
    </>
  )
}

/** One sentence over all plants; a rule that is not met counts more than one that is not known. */
function Answer({ found }: { found: readonly Compliance[] }) {
  const { t } = useTranslation('plants')
  const notMet = found.filter(({ verdict }) => verdict.state === 'notMet').length
  const unknown = found.filter(({ verdict }) => verdict.state === 'unknown').length
  const total = found.length
  const look: StateName = notMet > 0 ? 'error' : unknown > 0 ? 'unknown' : 'ok'
  const { icon: Mark, tone } = styleOf(look)
  const sentence =
    notMet > 0
      ? t('owner.notMet', { count: notMet, total })
      : unknown > 0
        ? t('owner.unknown', { count: unknown, total })
        : t('owner.met', { count: total })
  return (
    <div className={`vx-owner-answer vx-tone-${tone}`}>
      <Mark size={24} stroke={2} aria-hidden color="var(--tone-text)" />
      <h2>{sentence}</h2>
    </div>
  )
}

function PlantRow({ plant, compliance }: { plant: PlantSummary; compliance: Compliance }) {
  const { t } = useTranslation('plants')
  const { headline, look } = useHeadline(compliance)
  return (
    <tr>
      <td>
        <AppLink className="vx-plant-link" to={pathTo('plantOverview', { plantId: plant.plant_id })}>
          {plant.plantname}
        </AppLink>
        <small>{[plant.address.city, t('owner.lamps', { count: plant.lamps })].filter(Boolean).join(' · ')}</small>
      </td>
      <td>
        <AppLink to={pathTo('compliance', { plantId: plant.plant_id })}>
          <StatusInline state={look} cause={headline} />
        </AppLink>
      </td>
      <td>
        <AnswerBoundary quiet>
          <NextTest plant={plant} />
        </AnswerBoundary>
      </td>
    </tr>
  )
}

function NextTest({ plant }: { plant: PlantSummary }) {
  const { t } = useTranslation('plants')
  const { t: ofWeek } = useTranslation('week')
  const { dateTime } = useFormats(plant.timezone)
  const { test: next } = useAnswer('getFirstTest', { plantId: plant.plant_id })
  if (!next) return <StatusInline state="warning" cause={t('owner.noTest')} />
  return (
    <>
      {dateTime(next.at)}
      <small>{ofWeek(`test.${next.kind}`, { count: 1 })}</small>
    </>
  )
}
