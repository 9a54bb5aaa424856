import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import {
  countInhibitedLamps,
  isInhibitionOverdue,
  lastInhibitionEnd,
  reportsInhibition,
} from '@vigilux/contract/features/remote-panel/panel-state.rules.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import * as bannerStyles from '../../shared/layout/banner.module.css'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serverNow } from '../../shared/plant/server-clock.ts'
import { pathTo } from '../../site-map.ts'
import { unitsEnding } from './units-ending.ts'

/** Above every page of a plant while lamps are inhibited: their number, and the remaining time. */
export function InhibitedBanner() {
  const { t } = useTranslation('remote-panel')
  const { plantId, units: allUnits } = useCurrentPlant()
  const units = allUnits.filter(reportsInhibition)
  if (units.length === 0) return null
  const darkUnits = units.filter(({ on_battery }) => on_battery)
  return (
    <section
      className={`vx-card ${bannerStyles.banner} ${bannerStyles.bannerInhibited}`}
      data-part="banner"
      aria-label={t('on.title')}
    >
      <IconHandStop size={22} aria-hidden />
      <div className={bannerStyles.bannerText}>
        <b role={darkUnits.length > 0 ? 'alert' : 'status'}>
          {darkUnits.length > 0 ? t('on.darkNow', { count: countInhibitedLamps(darkUnits) }) : t('on.title')}
        </b>
        <br />
        <span>
          {darkUnits.length > 0 ? null : `${t('on.dark', { count: countInhibitedLamps(units) })} `}
          {/* Only the requests tell a switch from the platform. */}
          <AnswerBoundary quiet>
            <Ending units={units} />
          </AnswerBoundary>
        </span>
      </div>
      <Button variant="default" component={AppLink} to={pathTo('remotePanel', { plantId })}>
        {t('title')}
      </Button>
    </section>
  )
}

/** The end of the inhibitions, or the switch which has none. */
function Ending({ units }: { units: readonly CentralUnit[] }) {
  const { t } = useTranslation('remote-panel')
  const { plantId, plant } = useCurrentPlant()
  const { time, duration, number } = useFormats(plant.timezone)
  const now = serverNow(useNow())
  const { requests } = useAnswer('getInhibitions', { plantId })
  const switched = unitsEnding('switch', units, requests)
  if (switched.length === units.length) return t('on.noEnd')
  const count = countInhibitedLamps(switched)
  if (count > 0) return t('on.switchOf', { count, number: number(count) })
  const until = lastInhibitionEnd(unitsEnding('timed', units, requests))
  if (until === null) return null
  return isInhibitionOverdue(until, now)
    ? t('on.overdue', { time: time(until) })
    : t('on.ends', { time: time(until), left: duration(Math.max(0, Date.parse(until) - now)) })
}
