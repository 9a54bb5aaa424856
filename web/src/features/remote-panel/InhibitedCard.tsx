import { Button } from '@mantine/core'
import { IconClockPlus, IconHandStop } from '@tabler/icons-react'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { InhibitionRequest } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import {
  countInhibitedLamps,
  isInhibitedBySwitch,
  lastInhibitionEnd,
  reportsInhibition,
} from '@vigilux/contract/features/remote-panel/panel-state.rules.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useFormats } from '../../shared/format/format.ts'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serverNow } from '../../shared/plant/server-clock.ts'
import { pathTo } from '../../site-map.ts'
import { topicOf } from '../central-units/index.ts'
import { CountdownRing } from './CountdownRing.tsx'
import { endableUnits, InhibitionStep } from './InhibitionStep.tsx'
import { placeOf } from './PanelUnits.tsx'
import * as styles from './remote-panel.module.css'
import { useInhibition } from './use-inhibition.tsx'
import { useSupportsCommand } from './use-supports-command.ts'

type CardProps = {
  /** Units with a reported inhibition. */
  inhibited: readonly CentralUnit[]
  /** Other units of the same selection. */
  others: readonly CentralUnit[]
  requests: readonly InhibitionRequest[]
}

/** Announces dark lamps, until when, by whom and why, with a button to end it. */
export function InhibitedCard({ inhibited, others, requests }: CardProps) {
  const { t } = useTranslation('remote-panel')
  const { plant } = useCurrentPlant()
  const { time, list } = useFormats(plant.timezone)
  const now = serverNow(useNow())
  const phone = usePhone()
  const until = lastInhibitionEnd(inhibited)
  const topics = new Set(inhibited.map(topicOf))
  const request = requests.findLast(({ topic, state }) => topics.has(topic) && state === 'inhibited')
  const endable = endableUnits(inhibited, requests)
  const switchedUnits = inhibited.filter((unit) => !endable.includes(unit) && isInhibitedBySwitch(unit))
  const darkUnits = inhibited.filter(({ on_battery }) => on_battery)
  const isOver = until !== null && Date.parse(until) + 60_000 < now
  const isAlarm = darkUnits.length > 0 || isOver
  const describeEnd = () => {
    if (until === null) return t(switchedUnits.length > 0 ? 'on.noEnd' : 'on.noEndLamps')
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
            ? t('on.darkNow', { count: countInhibitedLamps(darkUnits) })
            : t('on.dark', { count: countInhibitedLamps(inhibited) })}{' '}
          {describeEnd()}
        </p>
        {switchedUnits.length > 0 ? <SwitchPlaces units={switchedUnits} /> : null}
        {others.length > 0 ? <p>{t('on.not', { units: list(others.map(({ cu_id }) => cu_id)) })}</p> : null}
        {roleMay(plant.role, 'panel.operate') ? (
          <div className={layoutStyles.actions}>
            {phone ? null : <InhibitionStep inhibited={inhibited} requests={requests} />}
            <ExtendButton units={endable} />
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
    </section>
  )
}

/** Where the switches are, and since when they are on. */
function SwitchPlaces({ units }: { units: readonly CentralUnit[] }) {
  const { t } = useTranslation('remote-panel')
  const { plant, plantId } = useCurrentPlant()
  const { dateTime } = useFormats(plant.timezone)
  const sinceOf = (unit: CentralUnit) =>
    plant.attention.find(({ cu, condition }) => cu === topicOf(unit) && condition === 'inhibited')?.since
  return (
    <ul>
      {units.map((unit) => {
        const since = sinceOf(unit)
        const details = [placeOf(unit), since ? t('on.startedAt', { time: dateTime(since) }) : ''].filter(Boolean)
        return (
          <li key={topicOf(unit)}>
            <AppLink className="vx-finger" to={pathTo('unit', { plantId, unit: topicOf(unit) })}>
              {t('word.unitSerial', { serial: unit.cu_id })}
            </AppLink>
            {details.map((detail) => ` · ${detail}`)}
          </li>
        )
      })}
    </ul>
  )
}

/** Sets another end; absent while none of the units can be asked. */
function ExtendButton({ units }: { units: readonly CentralUnit[] }) {
  const { t } = useTranslation('remote-panel')
  const { ask: openDialog, blockedReason, dialog } = useInhibition(units)
  if (units.length === 0 || blockedReason) return null
  return (
    <>
      <Button variant="default" leftSection={<IconClockPlus size={16} aria-hidden />} onClick={openDialog}>
        {t('extend')}
      </Button>
      {dialog}
    </>
  )
}

/** The card of the inhibited units among the shown ones. */
export function Inhibition({ shown }: { shown: readonly CentralUnit[] }) {
  const { plantId } = useCurrentPlant()
  const { requests } = useAnswer('getInhibitions', { plantId })
  const supportsCommand = useSupportsCommand()
  const inhibitedUnits = shown.filter(reportsInhibition)
  const otherUnits = shown.filter((unit) => !inhibitedUnits.includes(unit) && supportsCommand(unit, 'inhibit'))
  return inhibitedUnits.length > 0 ? (
    <InhibitedCard inhibited={inhibitedUnits} others={otherUnits} requests={requests} />
  ) : null
}
