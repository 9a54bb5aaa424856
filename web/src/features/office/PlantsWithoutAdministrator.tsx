import { Button } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import type { OfficePlant } from '@vigilux/contract/features/office/office-plant.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { pathTo } from '../../site-map.ts'
import * as styles from './office.module.css'
import { countsRefetchMs } from './use-office-stats.ts'

const maxShown = 3

/** Plants without an active administrator, with why and since when. */
export function PlantsWithoutAdministrator() {
  const { t } = useTranslation('office')
  const { number } = useFormats()
  const { plants, total } = useAnswer(
    'getSummaryPlants',
    { withoutAdministrator: true, pageSize: maxShown },
    { refetchInterval: countsRefetchMs },
  )
  const all = pathTo('ntoSummary', {}, { administrator: 'none' })
  return (
    <Card
      title={t('gap.title')}
      aside={total > 0 ? <AppLink to={all}>{t('allCount', { number: number(total) })}</AppLink> : null}
    >
      {total === 0 ? <p className={styles.officeNone}>{t('gap.noneOpen')}</p> : null}
      <ul className={styles.officeWorst}>
        {plants.map((plant) => (
          <Line key={plant.plant_id} plant={plant} />
        ))}
      </ul>
    </Card>
  )
}

function Line({ plant }: { plant: OfficePlant }) {
  const { t } = useTranslation('office')
  const { date } = useFormats('UTC')
  const { plant_id: plantId, plantname, city, country, administratorGap: gap } = plant
  if (!gap) return null
  return (
    <li data-tone="warning">
      <IconUserOff size={18} stroke={2} aria-hidden color="var(--tone-text)" />
      <span>
        <AppLink to={pathTo('plantOverview', { plantId })}>{plantname}</AppLink>
        <small>
          {[[city, country].filter(Boolean).join(', '), t(gap.hasOwner ? 'gap.owner' : 'gap.noOwner')].join(' · ')}
        </small>
      </span>
      <span>
        {gap.why === 'none' ? t('gap.none') : t(`gap.${gap.why}`, { name: gap.name ?? '' })}
        <small>{gap.since ? t('gap.since', { day: date(gap.since) }) : t('gap.sinceUnknown')}</small>
      </span>
      <Button
        component={AppLink}
        to={pathTo('plantUsers', { plantId }, { tab: 'invites' })}
        variant="default"
        size="xs"
        aria-label={`${t('gap.invite')}: ${plantname}`}
      >
        {t('gap.invite')}
      </Button>
    </li>
  )
}
