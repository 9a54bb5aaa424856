import type { PositionChange } from '@vigilux/contract/features/configuration/configuration.rules.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { countChanges, toConfigurationChange } from './changes.ts'

/** The planned change of each position, before anything is sent. */
export function Preview({ changes }: { changes: readonly PositionChange[] }) {
  const { t } = useTranslation('configuration')
  const counts = countChanges(changes)
  const changeLabel = (change: PositionChange) => t(`change.${toConfigurationChange(change)}`)
  return (
    <>
      <p role="status">
        {counts.added > 0 ? t('preview.added', { count: counts.added }) : null}{' '}
        {counts.replaced > 0 ? t('preview.replaced', { count: counts.replaced }) : null}{' '}
        {counts.removed > 0 ? t('preview.removed', { count: counts.removed }) : null}{' '}
        {counts.same > 0 ? t('preview.same', { count: counts.same }) : null}
      </p>
      <DataTable
        name="configuration-preview"
        param="preview"
        label={t('preview.label')}
        rows={changes}
        rowKey={({ addr }) => String(addr)}
        columns={[
          {
            id: 'addr',
            header: t('word.numberShort'),
            cell: ({ addr }) => lampNumber(addr),
            value: ({ addr }) => addr,
          },
          {
            id: 'before',
            header: t('word.now'),
            cell: ({ before }) => before ?? '–',
            value: ({ before }) => before,
          },
          { id: 'after', header: t('preview.after'), cell: ({ after }) => after ?? '–', value: ({ after }) => after },
          { id: 'change', header: t('preview.change'), cell: changeLabel, value: changeLabel },
        ]}
        listLine={(change) => ({
          title: lampNumber(change.addr),
          state: changeLabel(change),
          detail: change.before ?? '–',
          value: change.after ?? '–',
        })}
        empty={null}
      />
    </>
  )
}
