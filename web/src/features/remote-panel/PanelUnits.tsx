import { Button } from '@mantine/core'
import { IconClockPlus, IconHandStop, IconPlayerPlay } from '@tabler/icons-react'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { InhibitionRequest } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import {
  countEmergencyLamps,
  inhibitionSource,
  lastInhibitionEnd,
  type PanelState,
  panelStateOf,
  panelStates,
  reportsInhibition,
} from '@vigilux/contract/features/remote-panel/panel-state.rules.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serverNow } from '../../shared/plant/server-clock.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import type { StateName } from '../../shared/status/states.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { topicOf } from '../central-units/index.ts'
import { CountdownRing } from './CountdownRing.tsx'
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
  const { ask: openDialog, end, ending, blockedReason, endBecause, dialog } = useInhibition(inhibited)
  const until = lastInhibitionEnd(inhibited)
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
            ? t('on.darkNow', { count: countEmergencyLamps(darkUnits) })
            : t('on.dark', { count: countEmergencyLamps(inhibited) })}{' '}
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

const markOf: Record<PanelState, StateName> = {
  unprotected: 'emergency',
  emergency: 'emergency',
  offline: 'offline',
  inhibited: 'inhibited',
  failure: 'error',
  ready: 'ok',
  notAcquired: 'notAcquired',
}
const placeOf = ({ cu_location, description }: CentralUnit): string => cu_location || description
const severity = (unit: CentralUnit): number => panelStates.length - panelStates.indexOf(panelStateOf(unit))

/** A unit's state on the panel: icon and word. */
export function PanelStateLabel({ unit }: { unit: CentralUnit }) {
  const { t } = useTranslation('remote-panel')
  const state = panelStateOf(unit)
  return <StatusInline state={markOf[state]} cause={t(`state.${state}`)} />
}

type Props = {
  units: readonly CentralUnit[]
  onOpen: (topic: string) => void
  openTopic?: string | undefined
}

/** Every unit with its state and the outcome of its last request, worst first. */
export function PanelUnits({ units, onOpen, openTopic }: Props) {
  const { t } = useTranslation('remote-panel')
  const { plantId, plant } = useCurrentPlant()
  const { requests } = useAnswer('getInhibitions', { plantId })
  const { time, number } = useFormats(plant.timezone)
  const describeInhibition = (unit: CentralUnit): string => {
    const request = requests.find(({ topic }) => topic === topicOf(unit))
    const source = inhibitionSource(unit, request)
    if (source === 'lamps') return t('inhibitedLamps', { count: unit.lamps.inhibited })
    if (source === 'unit') {
      const until = unit.inhibition?.until
      return until ? t('inhibitedAtUnitUntil', { time: time(until) }) : t('inhibitedAtUnit')
    }
    if (!request) return t('requestNone')
    const at = request.state === 'requested' ? request.requested_at : request.ends_at
    return t(`requestState.${request.state}`, { time: time(at) })
  }
  return (
    <DataTable
      name="remote-panel"
      label={t('word.centralUnits')}
      rows={units}
      columns={[
        { id: 'unit', header: t('unit'), value: ({ cu_id }) => cu_id, cell: ({ cu_id }) => <b>{cu_id}</b> },
        { id: 'place', header: t('place'), value: placeOf, cell: placeOf, cut: true },
        {
          id: 'state',
          header: t('panelState'),
          value: severity,
          csv: (unit) => t(`state.${panelStateOf(unit)}`),
          cell: (unit) => <PanelStateLabel unit={unit} />,
        },
        {
          id: 'lamps',
          header: t('word.lamps'),
          align: 'right',
          value: ({ lamps }) => lamps.present,
          cell: ({ lamps }) => number(lamps.present),
        },
        { id: 'request', header: t('request'), value: describeInhibition, cell: describeInhibition },
      ]}
      rowKey={topicOf}
      searchText={({ cu_id, cu_location, description }) => `${cu_id} ${cu_location} ${description}`}
      defaultSort={{ column: 'state', descending: true }}
      onOpen={(unit) => onOpen(topicOf(unit))}
      openKey={openTopic}
      listLine={(unit) => ({
        title: unit.cu_id,
        state: <PanelStateLabel unit={unit} />,
        detail: placeOf(unit),
        value: describeInhibition(unit),
      })}
      empty={null}
    />
  )
}
