import { Button } from '@mantine/core'
import type { OfficePlant } from '@vigilux/contract/features/office/office-plant.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { formatAttention } from '../../shared/plant/attention-text.ts'
import { styleOf } from '../../shared/status/states.ts'
import { pathTo } from '../../site-map.ts'
import * as styles from './office.module.css'
import { countsRefetchMs } from './use-office-stats.ts'

const maxShown = 5

/** The plants in the worst condition, with who looks after them. */
export function WorstPlants() {
  const { t } = useTranslation('office')
  const { plants } = useAnswer('getSummaryPlants', { pageSize: maxShown }, { refetchInterval: countsRefetchMs })
  const badPlants = plants.filter(({ condition }) => condition !== 'ok')
  return (
    <Card title={t('worst')} aside={<AppLink to={pathTo('ntoSummary')}>{t('allWorstFirst')}</AppLink>}>
      {badPlants.length === 0 ? <p className={styles.officeNone}>{t('noneBad')}</p> : null}
      <ul className={styles.officeWorst}>
        {badPlants.map((plant) => (
          <Line key={plant.plant_id} plant={plant} />
        ))}
      </ul>
    </Card>
  )
}

function Line({ plant }: { plant: OfficePlant }) {
  const { t } = useTranslation('office')
  const { t: tPlants } = useTranslation('plants')
  const { number, dateTime } = useFormats(plant.timezone)
  const { plant_id: plantId, plantname, city, country, installer, condition, not_ok: notOk, cause } = plant
  const { icon: Mark, tone } = styleOf(condition)
  const [causeText = t(`state.${condition}`)] = cause ? formatAttention([cause], tPlants) : []
  const facts = [
    cause?.since ? t('gap.since', { day: dateTime(cause.since) }) : '',
    notOk > 0 ? t('notOk', { count: notOk, number: number(notOk) }) : '',
  ]
  const to = pathTo('plantOverview', { plantId })
  return (
    <li data-tone={tone}>
      <Mark size={18} stroke={2} aria-hidden color="var(--tone-text)" />
      <span>
        <AppLink to={to}>{plantname}</AppLink>
        <small>{[[city, country].filter(Boolean).join(', '), installer].filter(Boolean).join(' · ')}</small>
      </span>
      <span>
        {causeText}
        <span className="vx-hidden"> ({t(`state.${condition}`)})</span>
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </span>
      <Button component={AppLink} to={to} variant="default" size="xs" aria-label={`${t('openPlant')}: ${plantname}`}>
        {t('openPlant')}
      </Button>
    </li>
  )
}
