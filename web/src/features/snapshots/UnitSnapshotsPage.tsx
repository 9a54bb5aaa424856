import { Button } from '@mantine/core'
import { IconCamera, IconHistory } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import type { Snapshot } from '@vigilux/contract/features/snapshots/snapshot.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allPages } from '../../shared/api/all-pages.ts'
import { call } from '../../shared/api/call.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { TimeText } from '../../shared/format/RelativeTime.tsx'
import { errorText } from '../../shared/i18n/i18n.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { Column } from '../../shared/table/table-model.ts'
import { useTableState } from '../../shared/table/table-state.ts'
import { type CurrentUnit, UnitFrame, useWhyNotAllowed } from '../central-units/index.ts'
import { CompareDialog, RestoreDialog } from './SnapshotDialog.tsx'

/** A unit's snapshots, newest first. */
export function UnitSnapshotsPage() {
  return <UnitFrame tab="snapshots">{(open) => <Snapshots key={open.topic} {...open} />}</UnitFrame>
}

const allSnapshots = (plantId: string, topic: string) =>
  allPages(async (page) => {
    const { snapshots: rows, total } = await call('getSnapshots', { plantId, topic, page })
    return { rows, total }
  })

function Snapshots({ topic, unit }: CurrentUnit) {
  const [{ page }] = useTableState()
  return (
    <AnswerBoundary>
      <SnapshotTable topic={topic} unit={unit} page={page} />
    </AnswerBoundary>
  )
}

type TableProps = Pick<CurrentUnit, 'topic' | 'unit'> & { page: number }

function SnapshotTable({ topic, unit, page }: TableProps) {
  const { t } = useTranslation('snapshots')
  const { plantId, plant } = useCurrentPlant()
  const [search, setSearch] = useSearchParams()
  const [comparedPair, setComparedPair] = useState<readonly [Snapshot, Snapshot] | undefined>()
  const { snapshots, total } = useAnswer(
    'getSnapshots',
    { plantId, topic, page },
    { placeholderData: keepPreviousData },
  )
  const takeSnapshot = useActionMutation('takeSnapshot', { refresh: ['getSnapshots'] })
  const role = useWhyNotAllowed()
  const blockedReason = role ?? (unit.connection === 'notAcquired' ? t('notAcquired') : undefined)
  const { dateTime } = useFormats(plant.timezone)
  const columns = useSnapshotColumns((snapshot) => setSearch({ restore: snapshot.id }))
  const takeButton = (
    <ReasonButton
      variant="default"
      blockedReason={blockedReason}
      loading={takeSnapshot.isPending}
      leftSection={<IconCamera size={16} aria-hidden />}
      onClick={() => takeSnapshot.mutate({ plantId, topic })}
    >
      {t('take')}
    </ReasonButton>
  )
  return (
    <>
      <FormFailure error={takeSnapshot.error} />
      <DataTable
        name="snapshots"
        label={t('title')}
        rows={snapshots}
        rowKey={({ id }) => id}
        columns={columns}
        onOpen={({ id }) => setSearch({ restore: id })}
        tools={takeButton}
        selection={{
          label: ({ takenAt }) => t('select', { time: dateTime(takenAt) }),
          actions: (selected) => (
            <CompareAction selected={selected} onCompare={(first, second) => setComparedPair([first, second])} />
          ),
        }}
        listLine={(snapshot) => ({
          title: <TakenAt snapshot={snapshot} />,
          state: <Reason snapshot={snapshot} />,
          detail: snapshot.takenBy ?? '',
          value: String(snapshot.lamps),
        })}
        remote={{ total, searchable: false, exportRows: () => allSnapshots(plantId, topic) }}
        empty={
          <div className="vx-card">
            <EmptyState icon={IconHistory} title={t('none.title')} action={takeButton}>
              {t('none.text')}
            </EmptyState>
          </div>
        }
      />
      {search.restore ? (
        <RestoreDialog snapshotId={search.restore} topic={topic} onClose={() => setSearch({ restore: undefined })} />
      ) : null}
      {comparedPair ? (
        <CompareDialog first={comparedPair[0]} second={comparedPair[1]} onClose={() => setComparedPair(undefined)} />
      ) : null}
    </>
  )
}

type CompareProps = { selected: readonly Snapshot[]; onCompare: (first: Snapshot, second: Snapshot) => void }

function CompareAction({ selected, onCompare }: CompareProps) {
  const { t } = useTranslation('snapshots')
  const [newerSnapshot, olderSnapshot] = selected
  return (
    <ReasonButton
      variant="default"
      size="compact-md"
      blockedReason={selected.length === 2 ? undefined : t('compare.two')}
      onClick={() => newerSnapshot && olderSnapshot && onCompare(olderSnapshot, newerSnapshot)}
    >
      {t('compare.button')}
    </ReasonButton>
  )
}

function TakenAt({ snapshot: { takenAt } }: { snapshot: Snapshot }) {
  const { plant } = useCurrentPlant()
  return <TimeText at={takenAt} timeZone={plant.timezone} />
}

/** Why the snapshot was taken: before an operation or a command, or on a person's request. */
function Reason({ snapshot: { reason } }: { snapshot: Snapshot }) {
  const { t, i18n } = useTranslation('snapshots')
  const { t: operation } = useTranslation('operations')
  if (reason === 'manual') return t('manual')
  const operationText = i18n.exists(`operations:kind.${reason}`)
    ? operation(`kind.${reason}` as 'kind.assignGroups')
    : (errorText('commandNames', reason) ?? reason)
  return t('before', { what: operationText })
}

function useSnapshotColumns(restore: (snapshot: Snapshot) => void): Column<Snapshot>[] {
  const { t } = useTranslation('snapshots')
  return [
    {
      id: 'at',
      header: t('at'),
      sortable: false,
      cell: (snapshot) => <TakenAt snapshot={snapshot} />,
      value: ({ takenAt }) => takenAt,
    },
    {
      id: 'reason',
      header: t('reason'),
      sortable: false,
      cell: (snapshot) => <Reason snapshot={snapshot} />,
      value: ({ reason }) => reason,
    },
    {
      id: 'by',
      header: t('word.nameAt'),
      sortable: false,
      cell: ({ takenBy }) => takenBy ?? '–',
      value: ({ takenBy }) => takenBy,
    },
    {
      id: 'lamps',
      header: t('word.lamps'),
      sortable: false,
      align: 'right',
      cell: ({ lamps }) => lamps,
      value: ({ lamps }) => lamps,
    },
    {
      id: 'restore',
      header: '',
      cell: (snapshot) => (
        <Button
          variant="default"
          size="compact-sm"
          onClick={(event) => {
            event.stopPropagation()
            restore(snapshot)
          }}
        >
          {t('restore.open')}
        </Button>
      ),
    },
  ]
}
