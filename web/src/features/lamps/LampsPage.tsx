import { Progress } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { ErrorState } from '../../shared/feedback/ErrorState.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { formatLocale } from '../../shared/i18n/languages.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { WithPanel } from '../../shared/layout/SidePanel.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { lazy } from '../../shared/lazy.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useOpenDetail } from '../../shared/open-detail.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { RoleAction } from '../../shared/plant/RoleAction.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import * as tableStyles from '../../shared/table/table.module.css'
import { formatValues, parseValues } from '../../shared/table/table-filters.ts'
import { computeShownRows, visibleColumns } from '../../shared/table/table-model.ts'
import { useTableState } from '../../shared/table/table-state.ts'
import { useSavedSetting } from '../../shared/table/use-saved-setting.ts'
import { pathTo } from '../../site-map.ts'
import { serialOf } from '../central-units/index.ts'
import { OpenWalks } from '../commissioning/index.ts'
import { ImportTexts } from '../lamp-labels/index.ts'
import { ViewsMenu, viewParamsOf } from '../views/index.ts'
import { ZoneToFill } from '../zones/index.ts'
import { BundleFromLink } from './BundleFromLink.tsx'
import { LampState } from './LampState.tsx'
import { kindTexts } from './lamp-columns.tsx'
import { type DeviceList, isLuminaire, keyOfLamp, useStreamedLamps } from './lamp-lists.ts'
import { useLampTable } from './use-lamp-table.ts'

const LampSelection = lazy(async () => (await import('./LampSelection.tsx')).LampSelection)
/** Loaded only on a phone. */
const FoldedLamps = lazy(async () => (await import('./FoldedLamps.tsx')).FoldedLamps, {
  meanwhile: <LoadingRows height={64} />,
})
const LampPanel = lazy(async () => (await import('./LampPanel.tsx')).LampPanel)
const worstFirst = { column: 'state', descending: true }

const textOf = (lamp: Lamp) =>
  [lampNumber(lamp.id), lamp.description, lamp.location, lamp.serial, lamp.product_code, serialOf(lamp.cu)].join(' ')

/** One device list, worst first, with the open device next to it. */
export function LampsPage({ list }: { list: DeviceList }) {
  const { t } = useTranslation('lamps')
  const { plantId } = useCurrentPlant()
  const lamps = useStreamedLamps(plantId, list)
  const title = t(`title.${list}`)
  if (lamps.data)
    return (
      <LampList
        list={list}
        lamps={lamps.data.lamps}
        title={title}
        growing={
          lamps.data.next ? (
            <LoadingMore
              loaded={lamps.data.lamps.length}
              total={lamps.data.total}
              failed={!lamps.isFetching}
              again={() => void lamps.refetch()}
            />
          ) : null
        }
      />
    )
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

type LoadingMoreProps = { loaded: number; total: number; failed: boolean; again: () => void }

/** Progress of loading a long list. */
function LoadingMore({ loaded, total, failed, again }: LoadingMoreProps) {
  const { t } = useTranslation('lamps')
  const { number } = useFormats()
  const figures = { loaded: number(loaded), total: number(total), count: total }
  return (
    <div className={`${tableStyles.growing} vx-no-print`}>
      {failed ? (
        <>
          <span role="alert">{t('growing.failed', figures)}</span>
          <button type="button" className="vx-linklike" onClick={again}>
            {t('tryAgain')}
          </button>
        </>
      ) : (
        <>
          <Progress size="sm" value={(100 * loaded) / Math.max(1, total)} aria-label={t('growing.label')} />
          <span>{t('growing.loaded', figures)}</span>
        </>
      )}
    </div>
  )
}

type ListProps = { list: DeviceList; lamps: readonly Lamp[]; title: string; growing: React.ReactNode }

function LampList(props: ListProps) {
  const { list, lamps, title, growing } = props
  const phone = usePhone()
  const [search] = useSearchParams()
  return (
    <>
      <PageHeader
        ownTitle={list !== 'all'}
        title={title}
        actions={
          <RoleAction>
            <ImportTexts />
          </RoleAction>
        }
        facts={phone && list === 'all' && !search.unit ? null : <ListFacts lamps={lamps} unit={search.unit} />}
      />
      {growing}
      {search.into === undefined ? null : (
        <AnswerBoundary>
          <ZoneToFill />
        </AnswerBoundary>
      )}
      <AnswerBoundary quiet>
        <OpenWalks />
      </AnswerBoundary>
      <AnswerBoundary>
        <LampTable {...props} />
      </AnswerBoundary>
      <BundleFromLink />
    </>
  )
}

/** The table with data related to its lamps: groups, rooms, zones and measured autonomy. */
function LampTable({ list, lamps, title, growing }: ListProps) {
  const { t } = useTranslation('lamps')
  const { plantId } = useCurrentPlant()
  const [search] = useSearchParams()
  const table = useLampTable(lamps, search.f)
  const { columns } = table
  const name = `devices-${list}`
  const [savedColumns] = useSavedSetting<string>(`table.${name}.columns`, '')
  const shownColumnIds = visibleColumns(columns, parseValues(search.cols ?? savedColumns)).map(({ id }) => id)
  const detail = useOpenDetail('lamp')
  const open = useMemo(() => detail.key && lamps.find((lamp) => keyOfLamp(lamp) === detail.key), [lamps, detail.key])
  const show = (lamp: Lamp | undefined) => (lamp ? detail.open(keyOfLamp(lamp)) : detail.close())
  return (
    <>
      <WithPanel
        panel={open ? <OpenLamp key={keyOfLamp(open)} lamp={open} lamps={lamps} {...table} show={show} /> : null}
      >
        <DataTable
          {...table}
          name={name}
          label={title}
          rows={lamps}
          rowKey={keyOfLamp}
          growing={growing !== null}
          searchText={textOf}
          searchPlaceholder={t('word.numberPlaceOrSerial')}
          defaultSort={worstFirst}
          onOpen={show}
          openKey={detail.key}
          tools={
            <AnswerBoundary quiet>
              <ViewsMenu list={list} params={viewParamsOf({ ...search, cols: formatValues(shownColumnIds) })} />
            </AnswerBoundary>
          }
          listLine={(lamp) => {
            const [name = kindTexts(lamp, t), place = serialOf(lamp.cu)] = [lamp.description, lamp.location].filter(
              Boolean,
            )
            return {
              title: `${lampNumber(lamp.id)} ${name}`,
              state: <small>{place}</small>,
              detail: <LampState lamp={lamp} />,
            }
          }}
          listForm={FoldedLamps}
          selection={{
            label: (lamp) =>
              t(isLuminaire(lamp) ? 'select.lamp' : 'word.selectDevice', {
                number: lampNumber(lamp.id),
                serial: serialOf(lamp.cu),
              }),
            actions: (selected) => (
              <LampSelection lamps={selected} title={title} columns={visibleColumns(columns, shownColumnIds)} />
            ),
          }}
          empty={<NoDevices list={list} />}
        />
      </WithPanel>
      <LampLinkGone asked={growing ? undefined : detail.key} found={Boolean(open)} plantId={plantId} />
    </>
  )
}

/** Number of devices in the list, or the unit in its filter. */
function ListFacts({ lamps, unit }: { lamps: readonly Lamp[]; unit: string | undefined }) {
  const { t } = useTranslation('lamps')
  const [onlyUnit, ...otherUnits] = parseValues(unit)
  if (!onlyUnit || otherUnits.length > 0) return <span>{t('word.deviceCount', { count: lamps.length })}</span>
  const count = lamps.filter(({ cu }) => cu === onlyUnit).length
  return <span>{t('countOfUnit', { count, serial: serialOf(onlyUnit) })}</span>
}

type OpenProps = ReturnType<typeof useLampTable> & {
  lamp: Lamp
  lamps: readonly Lamp[]
  show: (lamp: Lamp | undefined) => void
}

/** Neighbors follow the table's current filter and order. */
function OpenLamp({ lamp, lamps, columns, chips, filters, show }: OpenProps) {
  const [state] = useTableState(
    '',
    worstFirst,
    filters.map(({ id }) => id),
  )
  const locale = formatLocale(useLanguage())
  const stateKey = JSON.stringify(state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is created on every render; `stateKey` says what it is
  const shown = useMemo(
    () => computeShownRows(lamps, state, { columns, chips, filters, searchText: textOf }, locale).shown,
    [lamps, columns, chips, filters, locale, stateKey],
  )
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

function LampLinkGone({
  asked: requestedLamp,
  found,
  plantId,
}: {
  asked: string | undefined
  found: boolean
  plantId: string
}) {
  const { t } = useTranslation('lamps')
  if (!requestedLamp || found) return null
  return (
    <p role="status" className={tableStyles.tableNothing}>
      {t('gone')} <AppLink to={pathTo('devices', { plantId })}>{t('title.all')}</AppLink>
    </p>
  )
}

function NoDevices({ list }: { list: DeviceList }) {
  const { t } = useTranslation('lamps')
  const { plantId } = useCurrentPlant()
  return (
    <div className="vx-card">
      <EmptyState
        icon={IconBulb}
        title={t(`none.${list}`)}
        action={<AppLink to={pathTo('devices', { plantId, devicesType: 'centralunits' })}>{t('none.toUnits')}</AppLink>}
      >
        {t('none.text')}
      </EmptyState>
    </div>
  )
}
