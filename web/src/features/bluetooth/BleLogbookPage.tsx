import { Select } from '@mantine/core'
import { IconBluetooth } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { type BluetoothEntry, bluetoothEntryGroupNames } from '@vigilux/contract/features/bluetooth/bluetooth-entry.ts'
import { unitTopic } from '@vigilux/contract/features/central-units/central-unit.ts'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { allPages } from '../../shared/api/all-pages.ts'
import { call } from '../../shared/api/call.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { TimeText } from '../../shared/format/RelativeTime.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { HiddenHistory } from '../../shared/plant/HiddenHistory.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { TableSelects } from '../../shared/table/TableSelects.tsx'
import * as tableStyles from '../../shared/table/table.module.css'
import { type Column, pageSize } from '../../shared/table/table-model.ts'
import { useTableState } from '../../shared/table/table-state.ts'
import { serialOf, topicOf } from '../central-units/index.ts'
import { describeBluetoothEntry, deviceOfEntry, stateOfEntry } from './entry-texts.ts'
import { useGateways } from './use-gateways.ts'

const exportPageRows = 1000

type Question = Pick<ActionInput<'getBleLogbooks'>, 'plantId' | 'search' | 'of' | 'topic'>

const allEntries = (question: Question) =>
  allPages(async (page) => {
    const { entries: rows, total } = await call('getBleLogbooks', { ...question, page, pageSize: exportPageRows })
    return { rows, total }
  })

/** Logbook of the plant's Bluetooth devices and gateways, newest first. */
export function BleLogbookPage() {
  const { t } = useTranslation('bluetooth')
  const phone = usePhone()
  return (
    <>
      <PageHeader title={t('logbook.title')} facts={phone ? null : t('logbook.about')} />
      <AnswerBoundary>
        <Entries />
      </AnswerBoundary>
    </>
  )
}

function useQuestion(): Question {
  const { plantId } = useCurrentPlant()
  const [{ search }] = useTableState()
  const [{ of, unit }] = useSearchParams()
  const group = bluetoothEntryGroupNames.find((name) => name === of)
  const topic = unitTopic.safeParse(unit).data
  return { plantId, search, ...(group && { of: group }), ...(topic && { topic }) }
}

/** Explains the future contents, or the needs of a plant without a gateway. */
function NoEntries() {
  const { t } = useTranslation('bluetooth')
  const { gateways } = useGateways()
  const [title, text] =
    gateways.length === 0
      ? (['gateways.noneTitle', 'logbook.noGatewayText'] as const)
      : (['logbook.noneTitle', 'logbook.noneText'] as const)
  return (
    <div className="vx-card">
      <EmptyState icon={IconBluetooth} title={t(title)}>
        {t(text)}
      </EmptyState>
    </div>
  )
}

function Entries() {
  const { t } = useTranslation('bluetooth')
  const { plant } = useCurrentPlant()
  const { dateTime } = useFormats(plant.timezone)
  const question = useQuestion()
  const [{ page }] = useTableState()
  const texts = useEntryTexts()
  const columns = useEntryColumns()
  const { entries, total, hidden } = useAnswer(
    'getBleLogbooks',
    { ...question, page, pageSize },
    { placeholderData: keepPreviousData },
  )
  const inUse = [question.of, question.topic].filter((value) => value !== undefined).length
  const selects = { fields: <EntryFilters question={question} />, inUse }
  return (
    <>
      {entries.length === 0 && inUse > 0 ? (
        <div className={tableStyles.table}>
          <div className={tableStyles.filterbar} data-part="filterbar">
            <TableSelects {...selects} />
          </div>
          <p className={tableStyles.tableNothing}>{t('logbook.nothingFits')}</p>
        </div>
      ) : (
        <DataTable
          name="bluetooth-logbook"
          label={t('logbook.title')}
          rows={entries}
          rowKey={({ id }) => id}
          columns={columns}
          listLine={(entry) => ({
            title: deviceOfEntry(entry, texts) || t('report.gateway', { serial: serialOf(entry.unit) }),
            state: <EntryState entry={entry} />,
            detail: [describeBluetoothEntry(entry, texts), entry.by].filter(Boolean).join(' · '),
            value: dateTime(entry.at),
          })}
          searchPlaceholder={t('logbook.search')}
          remote={{ total, exportRows: () => allEntries(question) }}
          selects={selects}
          empty={<NoEntries />}
        />
      )}
      <HiddenHistory of="entries" count={hidden} />
    </>
  )
}

function EntryState({ entry: { kind } }: { entry: BluetoothEntry }) {
  const { t } = useTranslation('bluetooth')
  return <StatusInline state={stateOfEntry[kind]} cause={t(`entry.${kind}`)} />
}

function useEntryTexts() {
  const { t } = useTranslation('bluetooth')
  const { t: tTests } = useTranslation('emergency-tests')
  return { t, tTests }
}

function EntryFilters({ question: { of, topic } }: { question: Question }) {
  const { t } = useTranslation('bluetooth')
  const [, change] = useSearchParams()
  const { gateways } = useGateways()
  const topics = [...new Set([...gateways.map(topicOf), ...(topic ? [topic] : [])])]
  return (
    <>
      <Select
        aria-label={t('logbook.byGroup')}
        allowDeselect={false}
        value={of ?? ''}
        data={[
          { value: '', label: t('logbook.allGroups') },
          ...bluetoothEntryGroupNames.map((value) => ({ value, label: t(`group.${value}`) })),
        ]}
        onChange={(value) => change({ of: value ?? '', page: undefined })}
      />
      {topics.length > 1 || topic ? (
        <Select
          aria-label={t('logbook.byGateway')}
          allowDeselect={false}
          value={topic ?? ''}
          data={[
            { value: '', label: t('logbook.allGateways') },
            ...topics.map((value) => ({ value, label: serialOf(value) })),
          ]}
          onChange={(value) => change({ unit: value ?? '', page: undefined })}
        />
      ) : null}
    </>
  )
}

function useEntryColumns(): Column<BluetoothEntry>[] {
  const { t } = useTranslation('bluetooth')
  const { plant } = useCurrentPlant()
  const texts = useEntryTexts()
  const device = (entry: BluetoothEntry) => deviceOfEntry(entry, texts)
  const detail = (entry: BluetoothEntry) => describeBluetoothEntry(entry, texts)
  return [
    {
      id: 'at',
      header: t('word.time'),
      width: 140,
      sortable: false,
      value: ({ at }) => at,
      cell: ({ at }) => <TimeText at={at} timeZone={plant.timezone} />,
    },
    {
      id: 'what',
      header: t('logbook.what'),
      sortable: false,
      value: ({ kind }) => t(`entry.${kind}`),
      cell: (entry) => <EntryState entry={entry} />,
    },
    {
      id: 'unit',
      header: t('logbook.gateway'),
      sortable: false,
      value: ({ unit }) => serialOf(unit),
      cell: ({ unit }) => serialOf(unit),
    },
    { id: 'device', width: 270, header: t('word.device'), sortable: false, value: device, cell: device },
    { id: 'detail', header: t('logbook.detail'), sortable: false, value: detail, cell: detail },
    {
      id: 'by',
      width: 150,
      header: t('logbook.by'),
      sortable: false,
      value: ({ by }) => by,
      cell: ({ by }) => by ?? '–',
    },
  ]
}
