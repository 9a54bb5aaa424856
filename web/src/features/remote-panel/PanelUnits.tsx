import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import {
  inhibitionSource,
  type PanelState,
  panelStateOf,
  panelStates,
  reportsInhibition,
} from '@vigilux/contract/features/remote-panel/panel-state.rules.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import type { StateName } from '../../shared/status/states.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { topicOf } from '../central-units/index.ts'

const markOf: Record<PanelState, StateName> = {
  unprotected: 'emergency',
  emergency: 'emergency',
  offline: 'offline',
  inhibited: 'inhibited',
  failure: 'error',
  ready: 'ok',
  notAcquired: 'notAcquired',
}
export const placeOf = ({ cu_location, description }: CentralUnit): string => cu_location || description
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
        title: [unit.cu_id, placeOf(unit)].filter(Boolean).join(' · '),
        state: <PanelStateLabel unit={unit} />,
        detail: reportsInhibition(unit) ? describeInhibition(unit) : null,
        value: t('word.lampCount', { count: unit.lamps.present }),
      })}
      empty={null}
    />
  )
}
