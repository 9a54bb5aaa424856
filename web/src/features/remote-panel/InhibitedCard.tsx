import { Button } from '@mantine/core'
import { IconClockPlus, IconHandStop } from '@tabler/icons-react'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { InhibitionRequest } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import {
  countInhibitedLamps,
  type InhibitionEnding,
  isInhibitionOverdue,
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
import { InhibitionStep } from './InhibitionStep.tsx'
import { placeOf } from './PanelUnits.tsx'
import * as styles from './remote-panel.module.css'
import { unitsEnding } from './units-ending.ts'
import { useInhibition } from './use-inhibition.tsx'
import { useSupportsCommand } from './use-supports-command.ts'

type InhibitedCardProps = {
  /** Units with a reported inhibition. */
  inhibited: readonly CentralUnit[]
  /** Other units of the same selection. */
  others: readonly CentralUnit[]
  requests: readonly InhibitionRequest[]
}

/** Lamps without emergency light, their causes and ends, and a button for those to end from here. */
export function InhibitedCard({ inhibited, others, requests }: InhibitedCardProps) {
  const { t } = useTranslation('remote-panel')
  const { plant } = useCurrentPlant()
  const { time, list, number } = useFormats(plant.timezone)
  const now = serverNow(useNow())
  const phone = usePhone()
  const timed = unitsEnding('timed', inhibited, requests)
  const switched = unitsEnding('switch', inhibited, requests)
  const until = lastInhibitionEnd(timed)
  const timedTopics = new Set(timed.map(topicOf))
  const request = requests.findLast(({ topic, state }) => timedTopics.has(topic) && state === 'inhibited')
  const count = countInhibitedLamps(inhibited)
  const isOver = until !== null && isInhibitionOverdue(until, now)
  return (
    <section className={`vx-card ${styles.inhibited}`} aria-label={t('on.title')}>
      {until === null || isOver ? null : <CountdownRing until={until} from={request?.requested_at} />}
      <div>
        <h2>
          <IconHandStop size={22} aria-hidden />
          {t('on.lamps', { count, number: number(count) })}
        </h2>
        <Danger inhibited={inhibited} requests={requests} overdueEnd={isOver ? until : null} />
        {others.length > 0 ? <p>{t('on.not', { units: list(others.map(({ cu_id }) => cu_id)) })}</p> : null}
        {switched.length > 0 ? <SwitchPlaces units={switched} /> : null}
        {roleMay(plant.role, 'panel.operate') ? (
          <div className={layoutStyles.actions}>
            {phone ? null : <InhibitionStep inhibited={inhibited} requests={requests} />}
            <ExtendButton units={timed} />
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

type DangerProps = Pick<InhibitedCardProps, 'inhibited' | 'requests'> & { overdueEnd: string | null }

/** The consequence for people, then each cause with its lamps and its end. */
function Danger({ inhibited, requests, overdueEnd }: DangerProps) {
  const { t } = useTranslation('remote-panel')
  const darkUnits = inhibited.filter(({ on_battery }) => on_battery)
  const isAlarm = darkUnits.length > 0 || overdueEnd !== null
  return (
    <p role={isAlarm ? 'alert' : undefined} className={isAlarm ? styles.inhibitedDark : undefined}>
      <b>
        {darkUnits.length > 0
          ? t('on.darkNow', { count: countInhibitedLamps(darkUnits) })
          : t('on.dark', { count: countInhibitedLamps(inhibited) })}
      </b>{' '}
      <Causes inhibited={inhibited} requests={requests} overdueEnd={overdueEnd} />
    </p>
  )
}

function Causes({ inhibited, requests, overdueEnd }: DangerProps) {
  const { t } = useTranslation('remote-panel')
  const { plant } = useCurrentPlant()
  const { time, number } = useFormats(plant.timezone)
  const until = lastInhibitionEnd(unitsEnding('timed', inhibited, requests))
  const counted = (ending: InhibitionEnding) => {
    const count = countInhibitedLamps(unitsEnding(ending, inhibited, requests))
    return count > 0 ? { count, number: number(count) } : undefined
  }
  const [timed, switched, single] = [counted('timed'), counted('switch'), counted('lamps')]
  const sentences = [
    overdueEnd ? t('on.overdue', { time: time(overdueEnd) }) : '',
    timed && until && !overdueEnd ? t('on.endsOf', { ...timed, time: time(until) }) : '',
    switched ? t('on.switchOf', switched) : '',
    single ? `${t('inhibitedLamps', single)}.` : '',
  ]
  return sentences.filter(Boolean).join(' ')
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
