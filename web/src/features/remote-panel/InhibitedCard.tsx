import { Button } from '@mantine/core'
import { IconClockPlus, IconHandStop, IconPlayerPlay } from '@tabler/icons-react'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { InhibitionRequest } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serverNow } from '../../shared/plant/server-clock.ts'
import { topicOf } from '../central-units/index.ts'
import { CountdownRing } from './CountdownRing.tsx'
import { lampsOf, lastEnd } from './inhibited-units.ts'
import * as styles from './remote-panel.module.css'
import { useInhibition } from './use-inhibition.tsx'

type Props = {
  /** Units with a reported inhibition. */
  inhibited: readonly CentralUnit[]
  /** Other units of the same selection. */
  others: readonly CentralUnit[]
  requests: readonly InhibitionRequest[]
}

/** Announces dark lamps, until when, by whom and why, with a button to end it. */
export function InhibitedCard({ inhibited, others, requests }: Props) {
  const { t } = useTranslation('remote-panel')
  const { plant } = useCurrentPlant()
  const { time, list } = useFormats(plant.timezone)
  const now = serverNow(useNow())
  const { ask: openDialog, end, ending, blockedReason, endBecause, dialog } = useInhibition(inhibited)
  const until = lastEnd(inhibited)
  const topics = new Set(inhibited.map(topicOf))
  const request = requests.findLast(({ topic, state }) => topics.has(topic) && state === 'inhibited')
  const darkUnits = inhibited.filter(({ on_battery }) => on_battery)
  const isOver = until !== null && Date.parse(until) + 60_000 < now
  const isAlarm = darkUnits.length > 0 || isOver
  const describeEnd = () => {
    if (until === null) return t('on.noEnd')
    return isOver ? t('on.overdue', { time: time(until) }) : t('on.ends', { time: time(until) })
  }
  return (
    <section className={`vx-card ${styles.inhibited}`} aria-label={t('on.title')}>
      {until === null || isOver ? null : <CountdownRing until={until} from={request?.requested_at} />}
      <div>
        <h2>
          <IconHandStop size={22} aria-hidden />
          {t('on.title')}
        </h2>
        <p role={isAlarm ? 'alert' : undefined} className={isAlarm ? styles.inhibitedDark : undefined}>
          {darkUnits.length > 0
            ? t('on.darkNow', { count: lampsOf(darkUnits) })
            : t('on.dark', { count: lampsOf(inhibited) })}{' '}
          {describeEnd()}
        </p>
        {others.length > 0 ? <p>{t('on.not', { units: list(others.map(({ cu_id }) => cu_id)) })}</p> : null}
        {roleMay(plant.role, 'panel.operate') ? (
          <div className={layoutStyles.actions}>
            <ReasonButton
              blockedReason={endBecause}
              loading={ending}
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              onClick={end}
            >
              {t('end')}
            </ReasonButton>
            {blockedReason ? null : (
              <Button variant="default" leftSection={<IconClockPlus size={16} aria-hidden />} onClick={openDialog}>
                {t('extend')}
              </Button>
            )}
          </div>
        ) : null}
        {request ? (
          <p className="vx-quiet">
            {request.requested_by
              ? t('on.since', { time: time(request.requested_at), name: request.requested_by, reason: request.reason })
              : t('on.sinceAnonymous', { time: time(request.requested_at), reason: request.reason })}
          </p>
        ) : null}
      </div>
      {dialog}
    </section>
  )
}
