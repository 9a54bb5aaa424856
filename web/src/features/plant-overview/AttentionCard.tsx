import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { Condition } from '@vigilux/contract/features/plants/conditions.ts'
import type { Attention } from '@vigilux/contract/features/plants/plant.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { styleOf } from '../../shared/status/states.ts'
import { pathTo } from '../../site-map.ts'
import { topicOf } from '../central-units/index.ts'
import { OpenRounds } from '../maintenance-rounds/index.ts'
import { attentionLine } from './attention.ts'
import * as styles from './plant-overview.module.css'

/** Maximum causes on the card; the page of causes has all. */
const maxShown = 4

/** Open causes, worst first: problem, place, start, and next step; below them the rounds under way. */
export function AttentionCard() {
  const { t } = useTranslation('plant-overview')
  const { plant } = useCurrentPlant()
  const { attention } = plant
  const phone = usePhone()
  const pageOfCauses = pathTo('attention', {}, { plant: plant.plant_id })
  return (
    <Card
      title={t('attention.title')}
      aside={attention.length > 0 ? <Totals to={phone ? undefined : pageOfCauses} /> : null}
    >
      {attention.length === 0 ? (
        <p className={styles.attentionNone}>
          {plant.lamps === plant.counts.ok + plant.counts.testRunning && plant.lamps > 0 ? (
            <StatusInline state="ok" cause={t('attention.none', { count: plant.lamps })} />
          ) : (
            t('attention.noneYet')
          )}
        </p>
      ) : (
        <ul className={styles.attention} data-part="attention">
          {attention.slice(0, maxShown).map((entry) => (
            <Line key={`${entry.code} ${entry.cu} ${entry.condition}`} entry={entry} />
          ))}
        </ul>
      )}
      {phone && attention.length > maxShown ? (
        <p className={styles.attentionRest}>
          <AppLink to={pageOfCauses}>{t('attention.more', { count: attention.length - maxShown })}</AppLink>
        </p>
      ) : null}
      <AnswerBoundary quiet>
        <OpenRounds />
      </AnswerBoundary>
    </Card>
  )
}

/** Conditions with a cause. */
const troubled: readonly Condition[] = ['emergency', 'error', 'offline', 'inhibited']

/** The number of causes, and of their devices; a device counts once. On a phone the last row leads to all. */
function Totals({ to }: { to: string | undefined }) {
  const { t } = useTranslation('plant-overview')
  const { attention, counts } = useCurrentPlant().plant
  const devices = troubled.reduce((total, condition) => total + counts[condition], 0)
  const parts = [
    t('attention.causes', { count: attention.length }),
    devices > 0 ? t('attention.devices', { count: devices }) : '',
  ]
  return (
    <>
      {parts.filter(Boolean).join(', ')} {to ? <AppLink to={to}>{t('attention.open')}</AppLink> : null}
    </>
  )
}

function Line({ entry }: { entry: Attention }) {
  const { t } = useTranslation('plant-overview')
  const { plantId, plant, units } = useCurrentPlant()
  const { dateTime } = useFormats(plant.timezone)
  const { icon: Mark, tone } = styleOf(entry.condition)
  const { title, to, action } = attentionLine(entry, { plantId, mayOperate: roleMay(plant.role, 'plant.operate') }, t)
  const unit = units.find((one) => topicOf(one) === entry.cu)
  const unitPlace = unit && [unit.description, unit.cu_location].filter(Boolean).join(', ')
  const details = [
    unitPlace,
    unit && entry.code.startsWith('lamp.') ? t('attention.ofUnit', { serial: unit.cu_id }) : undefined,
    entry.since ? t('attention.since', { time: dateTime(entry.since) }) : undefined,
    (entry.code === 'unit_offline' || entry.code === 'unknown_unit') && entry.count > 0
      ? t('attention.lampsOffline', { count: entry.count })
      : undefined,
  ]
  return (
    <li data-tone={tone}>
      <Mark size={18} stroke={2} aria-hidden color="var(--tone-text)" />
      <div>
        <b>
          {title}
          <span className="vx-hidden"> ({t(`state.${entry.condition}`)})</span>
        </b>
        <small title={details.filter(Boolean).join(' · ')}>{details.filter(Boolean).join(' · ')}</small>
      </div>
      <Button component={AppLink} to={to} variant="default" size="sm">
        {action}
      </Button>
      <AppLink to={to} className={styles.attentionOpen} aria-label={`${action}: ${title}`}>
        <IconChevronRight size={20} aria-hidden />
      </AppLink>
    </li>
  )
}
