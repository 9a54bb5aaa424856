import type { OfficePlant } from '@vigilux/contract/features/office/office-plant.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { pathTo } from '../../site-map.ts'
import { countsRefetchMs } from './SummaryPage.tsx'

const maxShown = 5

/** The plants in the worst condition, with who looks after them. */
export function WorstPlants() {
  const { t } = useTranslation('office')
  const { plants } = useAnswer('getSummaryPlants', { pageSize: maxShown }, { refetchInterval: countsRefetchMs })
  const badPlants = plants.filter(({ condition }) => condition !== 'ok')
  return (
    <Card title={t('worst')} aside={<AppLink to={pathTo('ntoSummary')}>{t('allWorstFirst')}</AppLink>}>
      {badPlants.length === 0 ? <p className="vx-office-none">{t('noneBad')}</p> : null}
      <ul className="vx-office-worst">
        {badPlants.map((plant) => (
          <Line key={plant.plant_id} plant={plant} />
        ))}
      </ul>
    </Card>
  )
}

function Line({ plant }: { plant: OfficePlant }) {
  const { t } = useTranslation('office')
  const { number } = useFormats()
  const { plant_id: plantId, plantname, city, country, installer, condition, not_ok: notOk } = plant
  return (
    <li>
      <AppLink to={pathTo('plantOverview', { plantId })}>
        <span>
          <b>{plantname}</b>
          <small>{[[city, country].filter(Boolean).join(', '), installer].filter(Boolean).join(' · ')}</small>
        </span>
        <span>
          <StatusInline state={condition} />
          {notOk > 0 ? <small>{t('notOk', { count: notOk, number: number(notOk) })}</small> : null}
        </span>
      </AppLink>
    </li>
  )
}
