import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useTranslation } from 'react-i18next'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { RenamedLamp } from './rename.ts'

/** Lamps with their current and new texts, in the given order. */
export function TextsTable({ rows }: { rows: readonly RenamedLamp[] }) {
  const { t } = useTranslation('lamp-labels')
  const nameOf = ({ lamp }: RenamedLamp) => `${serialOf(lamp.cu)} ${lampNumber(lamp.id)}`
  return (
    <DataTable
      name="lamp-rename"
      param="rename"
      label={t('table.next')}
      rows={rows}
      rowKey={nameOf}
      columns={[
        { id: 'lamp', header: t('word.lamp'), cell: nameOf },
        { id: 'now', header: t('table.now'), cell: ({ before }) => before, cut: true },
        { id: 'next', header: t('table.next'), cell: ({ after }) => <b>{after}</b>, cut: true },
      ]}
      listLine={(row) => ({ title: nameOf(row), detail: row.before, value: row.after })}
      empty={null}
    />
  )
}
