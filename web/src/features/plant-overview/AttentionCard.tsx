import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { Attention } from '@vigilux/contract/features/plants/plant.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { styleOf } from '../../shared/status/states.ts'
import { pathTo } from '../../site-map.ts'
import { topicOf } from '../central-units/index.ts'
import { attentionLine } from './attention.ts'

/** Maximum causes on the card; the page of causes has all. */
const maxShown = 4

/** Open causes, worst first: problem, place, start, and link. */
export function AttentionCard() {
  const { t } = useTranslation('plant-overview')
  const { plant } = useCurrentPlant()
  const { attention } = plant
  return (
    <Card title={t('attention.title')} aside={attention.length > 0 ? attention.length : null}>
      {attention.length === 0 ? (
        <p className="vx-attention-none">
          {plant.lamps === plant.counts.ok + plant.counts.testRunning && plant.lamps > 0 ? (
            <StatusInline state="ok" cause={t('attention.none', { count: plant.lamps })} />
          ) : (
            t('attention.noneYet')
          )}
        </p>
      ) : (
        <ul className="vx-attention">
          {attention.slice(0, maxShown).map((entry) => (
            <Line key={`${entry.code} ${entry.cu} ${entry.condition}`} entry={entry} />
          ))}
        </ul>
      )}
      <p className="vx-attention-rounds">
        {attention.length > maxShown ? (
          <AppLink to={pathTo('attention', {}, { plant: plant.plant_id })}>
            {t('attention.more', { count: attention.length - maxShown })}
          </AppLink>
        ) : null}
        <AppLink to={pathTo('rounds', { plantId: plant.plant_id })}>
          {attention.some(isFault) ? t('attention.planRound') : t('attention.rounds')}
        </AppLink>
      </p>
    </Card>
  )
}

/** Whether a round can mend the cause. */
const isFault = ({ code, condition }: Attention): boolean => condition === 'error' && /^(?:lamp|unit)\./.test(code)

function Line({ entry }: { entry: Attention }) {
  const { t } = useTranslation('plant-overview')
  const { t: tShared } = useTranslation('shared')
  const { plantId, plant, units } = useCurrentPlant()
  const { dateTime } = useFormats(plant.timezone)
  const { icon: Mark, tone } = styleOf(entry.condition)
  const { title, to, action } = attentionLine(entry, plantId, t)
  const unit = units.find((one) => topicOf(one) === entry.cu)
  const unitPlace = unit && [unit.description, unit.cu_location].filter(Boolean).join(', ')
  const details = [
    unitPlace,
    unit && entry.code.startsWith('lamp.') ? t('attention.ofUnit', { serial: unit.cu_id }) : undefined,
    entry.since ? t('attention.since', { time: dateTime(entry.since) }) : undefined,
    (entry.code === 'unit_offline' || entry.code === 'unit_stranger') && entry.count > 0
      ? t('attention.lampsOffline', { count: entry.count })
      : undefined,
  ]
  return (
    <li className={`vx-tone-${tone}`}>
      <Mark size={18} stroke={2} aria-hidden color="var(--tone-text)" />
      <div>
        <b>
          {title}
          <span className="vx-hidden"> ({tShared(`state.${entry.condition}`)})</span>
        </b>
        <small>{details.filter(Boolean).join(' · ')}</small>
      </div>
      <Button component={AppLink} to={to} variant="default" size="sm">
        {action}
      </Button>
      <AppLink to={to} className="vx-attention-open" aria-label={`${action}: ${title}`}>
        <IconChevronRight size={20} aria-hidden />
      </AppLink>
    </li>
  )
}
