import { Select } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import type { AuditEntry } from '@vigilux/contract/features/audit/audit.actions.ts'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { allPages } from '../../shared/api/all-pages.ts'
import { call } from '../../shared/api/call.ts'
import { useAction } from '../../shared/api/use-action.ts'
import { Answered } from '../../shared/feedback/Answered.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { codeText } from '../../shared/i18n/i18n.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { type Column, pageSize } from '../../shared/table/table-model.ts'
import { useTableState } from '../../shared/table/table-state.ts'

const exportPageRows = 1000

type Question = Pick<ActionInput<'getAudit'>, 'plantId' | 'search' | 'ofAction'>

const allEntries = (question: Question) =>
  allPages(async (page) => {
    const { entries: rows, total } = await call('getAudit', { ...question, page, pageSize: exportPageRows })
    return { rows, total }
  })

/** Who did what, when, with which result; newest first. Nothing changes or deletes it. */
export function AuditTab({ plant }: { plant: PlantDetails['plant'] }) {
  const { t } = useTranslation('plants')
  const { t: tShared } = useTranslation('shared')
  const plantId = plant.plant_id
  const [{ page, search }] = useTableState()
  const [{ action }, change] = useSearchParams()
  const question: Question = { plantId, search, ...(action ? { ofAction: action.slice(0, 60) } : {}) }
  const columns = useAuditColumns(plant.timezone)
  const { dateTime } = useFormats(plant.timezone)
  const audit = useAction('getAudit', { ...question, page, pageSize }, { placeholderData: keepPreviousData })
  const tools = <ActionFilter value={action} onChange={(chosen) => change({ action: chosen, page: undefined })} />
  return (
    <Answered query={audit}>
      {({ entries, total }) =>
        entries.length === 0 && action !== undefined ? (
          <div className="vx-table">
            <div className="vx-filterbar">{tools}</div>
            <p className="vx-table-nothing">{t('audit.noneOfAction')}</p>
          </div>
        ) : (
          <DataTable
            name="audit"
            label={tShared('plantSettings.tab.audit')}
            rows={entries}
            columns={columns}
            rowKey={({ id }) => id}
            listLine={(entry) => ({
              title: entry.name,
              state: <Result result={entry.result} />,
              detail: <ActionWord action={entry.action} />,
              value: dateTime(entry.at),
            })}
            searchPlaceholder={t('audit.search')}
            remote={{ total, exportRows: () => allEntries(question) }}
            tools={tools}
            empty={
              <div className="vx-card">
                <EmptyState icon={IconListSearch} title={t('audit.emptyTitle')}>
                  {t('audit.emptyText')}
                </EmptyState>
              </div>
            }
          />
        )
      }
    </Answered>
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
  const words = Object.entries(t('actionWords', { returnObjects: true }))
  const data = words.map(([action, label]) => ({ value: action, label })).sort((a, b) => a.label.localeCompare(b.label))
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
  const { dateTime, full } = useFormats(timezone)
  return [
    {
      id: 'at',
      header: t('audit.at'),
      width: 190,
      sortable: false,
      value: ({ at }) => at,
      cell: ({ at }) => (
        <time dateTime={at} title={full(at)}>
          {dateTime(at)}
        </time>
      ),
    },
    {
      id: 'name',
      header: t('audit.who'),
      sortable: false,
      value: ({ name }) => name,
      cell: ({ name }) => <b>{name}</b>,
    },
    {
      id: 'action',
      header: t('audit.action'),
      sortable: false,
      value: ({ action }) => action,
      cell: ({ action }) => <ActionWord action={action} />,
    },
    {
      id: 'result',
      header: t('audit.result'),
      sortable: false,
      value: ({ result }) => result,
      cell: ({ result }) => <Result result={result} />,
    },
    {
      id: 'requestId',
      header: t('audit.reference'),
      sortable: false,
      value: ({ requestId }) => requestId,
      cell: ({ requestId }) => <span className="vx-nothing">{requestId}</span>,
    },
  ]
}

/** An action by its words where there are some; its wire name is shown beside, as it is what support asks for. */
function ActionWord({ action }: { action: string }) {
  const { t, i18n } = useTranslation('plants')
  const key = `plants:actionWords.${action}`
  if (!i18n.exists(key)) return action
  return <span title={action}>{(t as unknown as (key: string) => string)(key)}</span>
}

function Result({ result }: { result: string }) {
  const { t } = useTranslation('plants')
  if (result === 'ok') return <StatusInline state="ok" cause={t('audit.done')} />
  return <StatusInline state="error" cause={codeText('errors', result) ?? result} />
}
