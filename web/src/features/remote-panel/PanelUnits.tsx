import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import {
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
import * as tableStyles from '../../shared/table/table.module.css'
import { topicOf } from '../central-units/index.ts'
import * as styles from './remote-panel.module.css'
import { useInhibitionTexts } from './use-inhibition-texts.ts'

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
/** Inhibited units first; the others by severity. */
const rank = (unit: CentralUnit): number =>
  panelStates.length - panelStates.indexOf(panelStateOf(unit)) + (reportsInhibition(unit) ? panelStates.length : 0)

/** A unit's state on the panel: icon and word. */
export function PanelStateLabel({ unit }: { unit: CentralUnit }) {
  const { t } = useTranslation('remote-panel')
  const state = panelStateOf(unit)
  return <StatusInline state={markOf[state]} cause={t(`state.${state}`)} />
}

type PanelUnitsProps = {
  units: readonly CentralUnit[]
  onOpen: (topic: string) => void
  openTopic?: string | undefined
}

/** Every unit with its state, and by whom and until when it is inhibited; inhibited ones first. */
export function PanelUnits({ units, onOpen, openTopic }: PanelUnitsProps) {
  const { t } = useTranslation('remote-panel')
  const { plantId } = useCurrentPlant()
  const { requests } = useAnswer('getInhibitions', { plantId })
  const { number } = useFormats()
  const textsOf = useInhibitionTexts(requests)
  const spanText = (unit: CentralUnit): string => {
    const { since, end } = textsOf(unit)
    return [since, end].filter(Boolean).join(', ')
  }
  return (
    <DataTable
      name="remote-panel"
      label={t('word.centralUnits')}
      rows={units}
      twoLines
      columns={[
        {
          id: 'unit',
          header: t('unit'),
          value: ({ cu_id }) => cu_id,
          cell: (unit) => (
            <span className={tableStyles.twoLines}>
              <span>
                <b>{unit.cu_id}</b> <span className={styles.unitFacts}>{unit.type_name}</span>
              </span>
              <span className={styles.unitFacts}>{placeOf(unit)}</span>
            </span>
          ),
        },
        { id: 'place', header: t('place'), hidden: true, value: placeOf, cell: placeOf },
        {
          id: 'state',
          header: t('word.state'),
          value: rank,
          csv: (unit) => t(`state.${panelStateOf(unit)}`),
          cell: (unit) => <PanelStateLabel unit={unit} />,
        },
        {
          id: 'lamps',
          header: t('word.lamps'),
          align: 'right',
          value: ({ lamps }) => lamps.present,
          cell: ({ lamps }) => (lamps.present > 0 ? number(lamps.present) : '–'),
        },
        { id: 'by', header: t('inhibitedBy'), value: (unit) => textsOf(unit).by, cell: (unit) => textsOf(unit).by },
        {
          id: 'span',
          header: t('sinceAndUntil'),
          value: spanText,
          sortable: false,
          cell: (unit) => {
            const { since, end, isEndless } = textsOf(unit)
            return (
              <span className={tableStyles.twoLines}>
                {since ? <span className={tableStyles.plain}>{since}</span> : null}
                {end ? <span className={isEndless ? styles.endless : undefined}>{end}</span> : null}
              </span>
            )
          },
        },
      ]}
      rowKey={topicOf}
      searchText={(unit) => `${unit.cu_id} ${unit.type_name} ${unit.cu_location} ${unit.description}`}
      defaultSort={{ column: 'state', descending: true }}
      onOpen={(unit) => onOpen(topicOf(unit))}
      openKey={openTopic}
      listLine={(unit) => ({
        title: [unit.cu_id, placeOf(unit)].filter(Boolean).join(' · '),
        state: <PanelStateLabel unit={unit} />,
        detail: [textsOf(unit).by, spanText(unit)].filter((part) => part && part !== '–').join(', ') || null,
        value: t('word.lampCount', { count: unit.lamps.present }),
      })}
      empty={null}
    />
  )
}
