import { IconBulb } from '@tabler/icons-react'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { WithPanel } from '../../shared/layout/SidePanel.tsx'
import { lazy } from '../../shared/lazy.tsx'
import { useOpenDetail } from '../../shared/open-detail.ts'
import { useAllLamps } from '../../shared/plant/lamps.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { type CurrentUnit, conditionOfLine } from '../central-units/index.ts'
import { GearState } from './GearState.tsx'
import { type GearTexts, gearColumns, gearFilters, gearName, gearPlace, ratedText } from './gear-columns.tsx'
import { isAnswering, lastReadOf, type Silence, silenceOf } from './gear-silence.ts'
import { kindTexts, stateChips } from './lamp-columns.tsx'
import { keyOfLamp } from './lamp-lists.ts'
import * as styles from './lamps.module.css'

const LampPanel = lazy(async () => (await import('./LampPanel.tsx')).LampPanel)
const worstFirst = { column: 'state', descending: true }

/** The gear of a unit's lines: product, state, and time of the last reading. */
export function GearTable({ open }: { open: CurrentUnit }) {
  const { t } = useTranslation('lamps')
  const { plantId } = useCurrentPlant()
  const all = useAllLamps(plantId)
  const lamps = useMemo(() => all.filter(({ cu }) => cu === open.topic), [all, open.topic])
  const texts = useGearTexts(open)
  const columns = useMemo(() => gearColumns(texts), [texts])
  const filters = useMemo(() => gearFilters(texts), [texts])
  const [search] = useSearchParams()
  const detail = useOpenDetail('lamp')
  const shown = detail.key === undefined ? undefined : lamps.find((lamp) => keyOfLamp(lamp) === detail.key)
  if (lamps.length === 0) return null
  return (
    <WithPanel
      panel={
        shown ? (
          <LampPanel
            key={keyOfLamp(shown)}
            lamp={shown}
            onClose={detail.close}
            onPrevious={undefined}
            onNext={undefined}
          />
        ) : null
      }
    >
      <DataTable
        name="gear"
        label={t('gearTable.label')}
        rows={lamps}
        rowKey={keyOfLamp}
        columns={columns}
        filters={filters}
        chips={stateChips(lamps, search.f, texts.state)}
        searchText={searchTextOf}
        searchPlaceholder={t('gearTable.search')}
        defaultSort={worstFirst}
        onOpen={(lamp) => detail.open(keyOfLamp(lamp))}
        openKey={detail.key}
        tools={<GearCounts lamps={lamps} silence={texts.silence} />}
        listLine={(lamp) => ({
          title: gearName(lamp),
          state: <GearState lamp={lamp} silence={texts.silence(lamp)} />,
          detail: gearPlace(lamp) || kindTexts(lamp, t),
          value: ratedText(lamp, texts),
        })}
        empty={<EmptyState icon={IconBulb} title={t('gearTable.none')} />}
      />
    </WithPanel>
  )
}

const searchTextOf = (lamp: Lamp): string => [gearName(lamp), gearPlace(lamp), lamp.serial, lamp.product_code].join(' ')

function useGearTexts(open: CurrentUnit): GearTexts {
  const { t } = useTranslation('lamps')
  const { plant } = useCurrentPlant()
  const { dateTime, measure } = useFormats(plant.timezone)
  return useMemo(() => {
    const { lines = [], busGateway = null } = open.detail ?? {}
    const lineOf = (lamp: Lamp) => lines.find(({ number }) => number === lamp.line)
    return {
      t,
      measure,
      dateTime,
      state: (name) => t(`state.${name}`, { ns: 'shared' }),
      silence: (lamp) => {
        const line = open.unit.cu_connected ? lineOf(lamp) : undefined
        return silenceOf(lamp, line && conditionOfLine(line, busGateway))
      },
      lastRead: (lamp) =>
        lastReadOf(lamp, { lastSeen: open.unit.last_seen, roundS: lineOf(lamp)?.bus?.roundS ?? null }),
    }
  }, [open, t, measure, dateTime])
}

/** "99 answer · 17 without bus power · 1 silent": how many gears are read, and why the others are not. */
function GearCounts({ lamps, silence }: { lamps: readonly Lamp[]; silence: (lamp: Lamp) => Silence | null }) {
  const { t } = useTranslation('lamps')
  const { number } = useFormats()
  const silences = lamps.map(silence)
  const answering = lamps.filter(isAnswering).length
  const counts = (['noPower', 'gatewayAway', 'noAnswer'] as const)
    .map((why) => [why, silences.filter((one) => one === why).length] as const)
    .filter(([, count]) => count > 0)
  return (
    <span className={`vx-quiet ${styles.gearCounts}`}>
      {[
        t('gearTable.count.answering', { number: number(answering) }),
        ...counts.map(([why, count]) => t(`gearTable.count.${why}`, { number: number(count) })),
      ].join(' · ')}
    </span>
  )
}
