import { Select } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import type { AuditEntry } from '@vigilux/contract/features/audit/audit.actions.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { allPages } from '../../shared/api/all-pages.ts'
import { call } from '../../shared/api/call.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { TimeText } from '../../shared/format/RelativeTime.tsx'
import { auditedCodeTexts, auditTexts } from '../../shared/i18n/i18n.ts'
import { languageNames } from '../../shared/i18n/languages.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { AuditResult } from '../../shared/status/AuditResult.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { TableSelects } from '../../shared/table/TableSelects.tsx'
import * as tableStyles from '../../shared/table/table.module.css'
import { type Column, pageSize } from '../../shared/table/table-model.ts'
import { useTableState } from '../../shared/table/table-state.ts'

const exportPageRows = 1000

type Question = Pick<ActionInput<'getAudit'>, 'plantId' | 'search' | 'ofAction'>

const allEntries = (question: Question) =>
  allPages(async (page) => {
    const { entries: rows, total } = await call('getAudit', { ...question, page, pageSize: exportPageRows })
    return { rows, total }
  })

/** The audit of actions, newest first. Immutable. */
export function AuditTab({ plant }: { plant: PlantDetails['plant'] }) {
  const plantId = plant.plant_id
  const [{ page, search }] = useTableState()
  const [{ action }] = useSearchParams()
  const question: Question = { plantId, search, ...(action ? { ofAction: action.slice(0, 60) } : {}) }
  return (
    <AnswerBoundary>
      <Entries question={question} page={page} timeZone={plant.timezone} />
    </AnswerBoundary>
  )
}

type EntriesProps = { question: Question; page: number; timeZone: string }

function Entries({ question, page, timeZone }: EntriesProps) {
  const { t } = useTranslation('plants')
  const [{ action }, change] = useSearchParams()
  const columns = useAuditColumns(timeZone)
  const { dateTime } = useFormats(timeZone)
  const { entries, total, notSince } = useAnswer(
    'getAudit',
    { ...question, page, pageSize },
    { placeholderData: keepPreviousData },
  )
  const selects = {
    fields: <ActionFilter value={action} onChange={(chosen) => change({ action: chosen, page: undefined })} />,
    inUse: action === undefined ? 0 : 1,
  }
  if (entries.length === 0 && action !== undefined)
    return (
      <div className={tableStyles.table}>
        <div className={tableStyles.filterbar} data-part="filterbar">
          <TableSelects {...selects} />
        </div>
        <p className={tableStyles.tableNothing}>{t('audit.noneOfAction')}</p>
      </div>
    )
  return (
    <>
      {notSince ? <p className="vx-hint">{t('word.olderLines', { time: dateTime(notSince) })}</p> : null}
      <DataTable
        name="audit"
        label={t('plantSettings.tab.audit')}
        rows={entries}
        columns={columns}
        rowKey={({ id }) => id}
        listLine={(entry) => ({
          title: [auditTexts('actionWords')[entry.action] ?? entry.action, formatTargets(t, entry, maxShownTargets)]
            .filter((part) => part !== '')
            .join(': '),
          state: <AuditResult result={entry.result} />,
          detail: formatActor(t, entry),
          value: dateTime(entry.at),
        })}
        searchPlaceholder={t('audit.search')}
        remote={{ total, exportRows: () => allEntries(question) }}
        selects={selects}
        empty={
          <div className="vx-card">
            <EmptyState icon={IconListSearch} title={t('audit.emptyTitle')}>
              {t('audit.emptyText')}
            </EmptyState>
          </div>
        }
      />
    </>
  )
}

function ActionFilter({
  value,
  onChange,
}: {
  value: string | undefined
  onChange: (action: string | undefined) => void
}) {
  const { t } = useTranslation('plants')
  const actionLabels = Object.entries(auditTexts('actionWords'))
  const data = actionLabels
    .map(([action, label]) => ({ value: action, label }))
    .sort((a, b) => a.label.localeCompare(b.label))
  return (
    <Select
      aria-label={t('audit.byAction')}
      searchable
      value={value ?? ''}
      onChange={(chosen) => onChange(chosen || undefined)}
      data={[{ value: '', label: t('audit.allActions') }, ...data]}
    />
  )
}

function useAuditColumns(timezone: string): Column<AuditEntry>[] {
  const { t } = useTranslation('plants')
  const formatChanges = useFormatChanges(timezone)
  return [
    {
      id: 'at',
      header: t('word.time'),
      width: 190,
      sortable: false,
      value: ({ at }) => at,
      cell: ({ at }) => <TimeText at={at} timeZone={timezone} />,
    },
    {
      id: 'name',
      header: t('audit.who'),
      sortable: false,
      value: (entry) => formatActor(t, entry),
      cell: (entry) => <b>{formatActor(t, entry)}</b>,
    },
    {
      id: 'action',
      header: t('word.action'),
      sortable: false,
      value: ({ action }) => auditTexts('actionWords')[action] ?? action,
      cell: ({ action }) => <ActionLabel action={action} />,
    },
    {
      id: 'about',
      header: t('audit.about'),
      sortable: false,
      value: (entry) => formatTargets(t, entry),
      width: 260,
      cell: (entry) => <span title={formatTargets(t, entry)}>{formatTargets(t, entry, maxShownTargets)}</span>,
    },
    {
      id: 'change',
      header: t('audit.change'),
      sortable: false,
      value: formatChanges,
      width: 240,
      cell: (entry) => formatChanges(entry),
    },
    {
      id: 'result',
      header: t('word.result'),
      sortable: false,
      value: ({ result }) => result,
      cell: ({ result }) => <AuditResult result={result} />,
    },
    {
      id: 'requestId',
      header: t('audit.reference'),
      hidden: true,
      sortable: false,
      value: ({ requestId }) => requestId,
      cell: ({ requestId }) => <span className="vx-hint">{requestId}</span>,
    },
  ]
}

/** An action's text, followed by its wire name, which support asks for. */
function ActionLabel({ action }: { action: string }) {
  return <span title={action}>{auditTexts('actionWords')[action] ?? action}</span>
}

/** The person, or the access token of a program acting for the person. */
const formatActor = (t: TFunction<'plants'>, { name, token }: AuditEntry): string =>
  token ? t('audit.program', { token: token.name, name }) : name

/** Maximum number of targets named in a line; the others are counted, and listed in its title and in the export. */
const maxShownTargets = 3

const formatTargets = (
  t: TFunction<'plants'>,
  { things, moreThings }: AuditEntry,
  maxTargets = things.length,
): string => {
  const namedTargets = things.filter(({ name }) => name !== '')
  const remainingCount = Math.max(0, namedTargets.length - maxTargets) + moreThings
  return [
    ...namedTargets.slice(0, maxTargets).map(({ kind, name }) => `${t(`audit.kind.${kind}`)} ${name}`),
    ...(remainingCount > 0 ? [t('audit.more', { count: remainingCount })] : []),
  ].join(', ')
}

type Change = AuditEntry['changes'][number]

const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

const languageCodes: Readonly<Record<string, string>> = languageNames

/** Texts of the codes in a value; undefined when one has none. */
const formatCodes = (field: string, value: string): string[] | undefined => {
  const textByCode = field === 'language' ? languageCodes : auditedCodeTexts(field)
  const codes = value.split(', ')
  const labels = codes.flatMap((code) => (Object.hasOwn(textByCode, code) ? (textByCode[code] ?? []) : []))
  return labels.length === codes.length ? labels : undefined
}

/** A value in the reader's language; names, numbers and codes without a text stay as they are. */
function useValueTexts(timezone: string) {
  const { t } = useTranslation('plants')
  const { country, dateTime, list } = useFormats(timezone)
  // A day is the same day in every zone.
  const { day } = useFormats('UTC')
  return (field: string, value: Change['after']): string => {
    if (value === null) return t('audit.nothing')
    if (typeof value === 'boolean') return t(value ? 'word.yes' : 'word.no')
    if (isInstant(value)) return dateTime(value)
    if (isDay(value)) return day(value)
    if (field === 'country') return country(String(value))
    const labels = formatCodes(field, String(value))
    return labels ? list(labels) : String(value)
  }
}

function useFormatChanges(timezone: string) {
  const formatAuditValue = useValueTexts(timezone)
  return ({ changes }: AuditEntry): string => {
    const fields = auditTexts('auditFields')
    return changes
      .map(({ field, before, after }) =>
        before === null
          ? `${fields[field] ?? field}: ${formatAuditValue(field, after)}`
          : `${fields[field] ?? field}: ${formatAuditValue(field, before)} → ${formatAuditValue(field, after)}`,
      )
      .join('; ')
  }
}
