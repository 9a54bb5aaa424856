import { IconSend } from '@tabler/icons-react'
import type { PendingCommand } from '@vigilux/contract/features/commands/command.ts'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { CommandProgress } from '../../shared/feedback/CommandProgress.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { errorText } from '../../shared/i18n/i18n.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { Column } from '../../shared/table/table-model.ts'
import { UnitFrame, UnitSection } from '../central-units/index.ts'
import { OperationList } from '../operations/index.ts'
import { UnitEntries } from './UnitEntries.tsx'

/** A unit's history: operations step by step, and each command of the last hour. */
export function UnitHistoryPage() {
  const { t } = useTranslation('commands')
  return (
    <UnitFrame tab="history">
      {({ topic }) => (
        <>
          <UnitSection title={t('entry.title')}>
            <AnswerBoundary>
              <UnitEntries topic={topic} />
            </AnswerBoundary>
          </UnitSection>
          <UnitSection title={t('operations')}>
            <OperationList topic={topic} />
          </UnitSection>
          <UnitSection title={t('word.commands')} aside={t('lastHour')}>
            <CommandTable topic={topic} />
          </UnitSection>
        </>
      )}
    </UnitFrame>
  )
}

function commandLabelOf({ command }: PendingCommand): string {
  return errorText('commandNames', command) ?? command
}

function CommandTable({ topic }: { topic: string }) {
  const { t } = useTranslation('commands')
  const { commands, plant } = useCurrentPlant()
  const { dateTime, timeSeconds } = useFormats(plant.timezone)
  const columns: Column<PendingCommand>[] = [
    {
      id: 'at',
      header: t('word.time'),
      cell: ({ requestedAt }) => (
        <time dateTime={requestedAt} title={dateTime(requestedAt)}>
          {timeSeconds(requestedAt)}
        </time>
      ),
      value: ({ requestedAt }) => requestedAt,
    },
    { id: 'command', header: t('word.command'), cell: commandLabelOf, value: commandLabelOf },
    {
      id: 'by',
      header: t('by'),
      cell: ({ requestedBy }) => requestedBy ?? '–',
      value: ({ requestedBy }) => requestedBy,
    },
    {
      id: 'attempts',
      header: t('attempts'),
      align: 'right',
      cell: ({ attempt, retries }) => t('attemptOf', { attempt, all: retries + 1 }),
      value: ({ attempt }) => attempt,
    },
    {
      id: 'state',
      header: t('word.state'),
      cell: (command) => <CommandProgress command={command} />,
      value: ({ state }) => state,
      csv: ({ state, error, code }) => [state, error, code].filter(Boolean).join(' '),
    },
  ]
  return (
    <DataTable
      name="commands"
      param="command"
      label={t('word.commands')}
      rows={commands.filter(({ cu }) => cu === topic)}
      rowKey={({ id }) => id}
      columns={columns}
      defaultSort={{ column: 'at', descending: true }}
      listLine={(command) => ({
        title: commandLabelOf(command),
        state: <CommandProgress command={command} />,
        detail: command.requestedBy ?? '',
        value: timeSeconds(command.requestedAt),
      })}
      empty={
        <EmptyState icon={IconSend} title={t('none.title')}>
          {t('none.text')}
        </EmptyState>
      }
    />
  )
}
