import { ActionIcon, Popover, Tooltip } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadingRows } from '../feedback/Loading.tsx'
import { lazy } from '../lazy.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import * as styles from './table.module.css'
import { exportedColumns, visibleColumns } from './table-model.ts'
import type { ToolbarProps } from './table-parts.ts'

const ColumnsPanel = lazy(async () => (await import('./ColumnsPanel.tsx')).ColumnsPanel, {
  meanwhile: <LoadingRows rows={4} />,
})

/** Right end of the bar: the page's own controls, the columns, the export. */
export function TableTools<Row>(parts: ToolbarProps<Row>) {
  const { props, shown, columns } = parts
  const rowsToExport = async () => (props.remote ? await props.remote.exportRows() : shown)
  return (
    <span className={styles.filterbarTools} data-part="filterbar-tools">
      {props.tools}
      {parts.phone ? null : <ColumnsButton {...parts} />}
      <ExportMenu title={props.label} rows={rowsToExport} columns={exportedColumns(props.columns, columns.chosen)} />
    </span>
  )
}

function ColumnsButton<Row>({ props, columns, compact, setCompact }: ToolbarProps<Row>) {
  const { t } = useTranslation('shared')
  const [isOpen, setOpen] = useState(false)
  const shown = visibleColumns(props.columns, columns.chosen).map(({ id }) => id)
  const selectableColumns = props.columns.filter(({ hidden }) => !hidden).map(({ id, header }) => ({ id, header }))
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={t('table.columns')} disabled={isOpen}>
          <ActionIcon
            variant="default"
            size={34}
            aria-label={t('table.columns')}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <IconColumns3 size={18} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('table.columns')} p={0}>
        <ColumnsPanel
          able={selectableColumns}
          shown={shown}
          choose={columns.choose}
          compact={compact}
          setCompact={setCompact}
          isOwn={columns.chosen !== undefined}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
