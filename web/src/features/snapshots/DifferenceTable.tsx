import { IconCircleCheck } from '@tabler/icons-react'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import type { Difference } from '@vigilux/contract/features/snapshots/snapshot.ts'
import { useTranslation } from 'react-i18next'
import { StatePanel } from '../../shared/feedback/StatePanel.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { formatValue, listDiffering } from './difference-texts.ts'
import { useDifferenceTexts } from './use-difference-texts.ts'

type DifferenceProps = { differences: readonly Difference[]; before: string; after: string; same: string }

/** Differences with both values: the unit first, then lamp by lamp. */
export function DifferenceTable({ differences, before, after, same }: DifferenceProps) {
  const { t } = useTranslation('snapshots')
  const texts = useDifferenceTexts()
  const beforeText = (one: Difference) => formatValue(listDiffering(one.before, one.after), texts)
  const afterText = (one: Difference) => formatValue(listDiffering(one.after, one.before), texts)
  const deviceText = ({ lamp }: Difference) =>
    lamp === null ? t('unit') : t('word.lampNumber', { number: lampNumber(lamp) })
  if (differences.length === 0) return <StatePanel icon={IconCircleCheck} tone="ok" title={same} />
  return (
    <DataTable
      name="snapshot-differences"
      param="difference"
      label={t('differences')}
      rows={differences}
      rowKey={({ lamp, what }) => `${lamp ?? 'unit'}.${what}`}
      columns={[
        { id: 'where', header: t('where'), cell: deviceText, value: ({ lamp }) => lamp ?? 0, csv: deviceText },
        {
          id: 'what',
          header: t('what'),
          cell: ({ what }) => t(`part.${what}`),
          value: ({ what }) => t(`part.${what}`),
        },
        {
          id: 'before',
          header: before,
          cell: (one) => <span title={beforeText(one)}>{beforeText(one)}</span>,
          value: (one) => beforeText(one),
          cut: true,
          sortable: false,
        },
        {
          id: 'after',
          header: after,
          cell: (one) => <span title={afterText(one)}>{afterText(one)}</span>,
          value: (one) => afterText(one),
          cut: true,
          sortable: false,
        },
      ]}
      listLine={(difference) => ({
        title: `${deviceText(difference)} · ${t(`part.${difference.what}`)}`,
        detail: beforeText(difference),
        value: afterText(difference),
      })}
      empty={null}
    />
  )
}
