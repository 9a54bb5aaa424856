import { Select } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../shared/feedback/ErrorState.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { formatLocale } from '../../shared/i18n/languages.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { WithPanel } from '../../shared/layout/SidePanel.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { shownRows } from '../../shared/table/table-model.ts'
import { useTableState } from '../../shared/table/table-state.ts'
import { pathTo } from '../../site-map.ts'
import { serialOf, topicOf } from '../central-units/index.ts'
import { useGroupLabel } from '../groups/index.ts'
import { LampSelection } from './LampSelection.tsx'
import { LampState } from './LampState.tsx'
import { kindWords, lampColumns, stateChips } from './lamp-columns.tsx'
import { type DeviceList, keyOfLamp, lampNumber, useLamps } from './lamp-lists.ts'
import './lamps.css'
import { later } from '../../shared/later.tsx'

const LampPanel = later(async () => (await import('./LampPanel.tsx')).LampPanel)
const worstFirst = { column: 'state', descending: true }

const textOf = (lamp: Lamp) =>
  [lampNumber(lamp.id), lamp.description, lamp.location, lamp.serial, lamp.product_code, serialOf(lamp.cu)].join(' ')

/** One list of devices, worst first, with the detail of the open one beside it. */
export function LampsPage({ list }: { list: DeviceList }) {
  const { t } = useTranslation('lamps')
  const { plantId } = useOpenPlant()
  const lamps = useLamps(plantId, list)
  const title = t(`title.${list}`)
  if (lamps.data) return <LampList list={list} lamps={lamps.data.lamps} title={title} />
  return (
    <>
      <PageHeader ownTitle title={title} />
      <div className="vx-card">
        {lamps.error ? (
          <ErrorState error={lamps.error} retry={() => void lamps.refetch()} />
        ) : (
          <LoadingRows rows={12} />
        )}
      </div>
    </>
  )
}

function useLampTable(list: DeviceList, lamps: readonly Lamp[], chosen: string | undefined) {
  const { t } = useTranslation('lamps')
  const { t: tShared } = useTranslation('shared')
  const { duration } = useFormats()
  const group = useGroupLabel()
  const severalUnits = new Set(lamps.map((lamp) => lamp.cu)).size > 1
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language only, and `t` with them
  return useMemo(
    () => ({
      columns: lampColumns(
        { t, state: (name) => tShared(`state.${name}`), minutes: (value) => duration(value * 60_000), group },
        severalUnits,
      ),
      chips: stateChips(lamps, chosen, (name) => tShared(`state.${name}`)),
    }),
    [t, lamps, chosen, severalUnits, list, group],
  )
}

type ListProps = { list: DeviceList; lamps: readonly Lamp[]; title: string }

function LampList({ list, lamps: all, title }: ListProps) {
  const { t } = useTranslation('lamps')
  const { plantId, units } = useOpenPlant()
  const [search, setSearch] = useSearchParams()
  const lamps = useMemo(() => (search.unit ? all.filter(({ cu }) => cu === search.unit) : all), [all, search.unit])
  const { columns, chips } = useLampTable(list, lamps, search.f)
  const open = lamps.find((lamp) => keyOfLamp(lamp) === search.lamp)
  const show = (lamp: Lamp | undefined) => setSearch({ lamp: lamp && keyOfLamp(lamp) })
  const unitTool =
    units.length > 1 ? (
      <Select
        aria-label={t('unitFilter')}
        className="vx-unit-filter"
        value={search.unit ?? ''}
        onChange={(value) => setSearch({ unit: value || undefined, page: undefined, lamp: undefined })}
        data={[
          { value: '', label: t('allUnits') },
          ...units.map((unit) => ({ value: topicOf(unit), label: `${unit.cu_id} · ${unit.cu_type}` })),
        ]}
      />
    ) : null
  const table = (
    <DataTable
      name={`devices-${list}`}
      label={title}
      rows={lamps}
      columns={columns}
      rowKey={keyOfLamp}
      searchText={textOf}
      searchPlaceholder={t('search')}
      chips={chips}
      defaultSort={worstFirst}
      onOpen={show}
      openKey={search.lamp}
      tools={unitTool}
      listLine={(lamp) => ({
        title: lampNumber(lamp.id),
        state: <LampState lamp={lamp} />,
        detail: [lamp.description, lamp.location].filter(Boolean).join(' · ') || kindWords(lamp, t),
        value: serialOf(lamp.cu),
      })}
      selectionActions={(selected) => <LampSelection lamps={selected} />}
      empty={<NoDevices list={list} tools={unitTool} />}
    />
  )
  return (
    <>
      <PageHeader
        ownTitle
        title={title}
        facts={
          <span>
            {search.unit
              ? t('countOfUnit', { count: lamps.length, serial: serialOf(search.unit) })
              : t('count', { count: lamps.length })}
          </span>
        }
      />
      <WithPanel
        panel={
          open ? (
            <OpenLamp key={keyOfLamp(open)} lamp={open} lamps={lamps} columns={columns} chips={chips} show={show} />
          ) : null
        }
      >
        {table}
      </WithPanel>
      <LampLinkGone asked={search.lamp} found={open !== undefined} plantId={plantId} />
    </>
  )
}

type OpenProps = {
  lamp: Lamp
  lamps: readonly Lamp[]
  columns: ReturnType<typeof lampColumns>
  chips: ReturnType<typeof stateChips>
  show: (lamp: Lamp | undefined) => void
}

/** The neighbours are those of the table as it is filtered and sorted now. */
function OpenLamp({ lamp, lamps, columns, chips, show }: OpenProps) {
  const [state] = useTableState('', worstFirst)
  const locale = formatLocale(useLanguage())
  const { shown } = shownRows(lamps, state, { columns, chips, searchText: textOf }, locale)
  const at = shown.indexOf(lamp)
  const previous = at > 0 ? shown[at - 1] : undefined
  const next = at >= 0 ? shown[at + 1] : undefined
  return (
    <LampPanel
      lamp={lamp}
      onClose={() => show(undefined)}
      onPrevious={previous && (() => show(previous))}
      onNext={next && (() => show(next))}
    />
  )
}

function LampLinkGone({ asked, found, plantId }: { asked: string | undefined; found: boolean; plantId: string }) {
  const { t } = useTranslation('lamps')
  if (!asked || found) return null
  return (
    <p role="status" className="vx-table-nothing">
      {t('gone')} <AppLink to={pathTo('devices', { plantId })}>{t('title.all')}</AppLink>
    </p>
  )
}

function NoDevices({ list, tools }: { list: DeviceList; tools: React.ReactNode }) {
  const { t } = useTranslation('lamps')
  const { plantId } = useOpenPlant()
  return (
    <>
      {tools}
      <div className="vx-card">
        <EmptyState
          icon={IconBulb}
          title={t(`none.${list}`)}
          action={
            <AppLink to={pathTo('devices', { plantId, devicesType: 'centralunits' })}>{t('none.toUnits')}</AppLink>
          }
        >
          {t('none.text')}
        </EmptyState>
      </div>
    </>
  )
}
