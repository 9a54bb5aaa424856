import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toastFailure } from '../feedback/toast.ts'
import { useLanguage } from '../i18n/i18n.ts'
import { chunkTimeoutMs, withTimeout } from '../lazy.tsx'
import { usePlantId } from '../plant/plant.ts'
import * as styles from './table.module.css'
import type { Column } from './table-model.ts'

type ExportProps<Row> = {
  /** Title of the file, in the person's language. */
  title: string
  rows: () => Promise<readonly Row[]>
  columns: readonly Column<Row>[]
}

/** Saves every matching row, with the visible columns, as a workbook or as text. */
export function ExportMenu<Row>(props: ExportProps<Row>) {
  const { t } = useTranslation('shared')
  const saveAs = useExport(props)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button className={styles.exportMenu} variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
          {t('table.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => saveAs('xlsx')}>{t('table.exportXlsx')}</Menu.Item>
        <Menu.Item onClick={() => saveAs('csv')}>{t('table.exportCsv')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

export function useExport<Row>({ title, rows, columns }: ExportProps<Row>): (kind: 'xlsx' | 'csv') => void {
  const language = useLanguage()
  const queries = useQueryClient()
  const plantId = usePlantId()
  const save = async (kind: 'xlsx' | 'csv') => {
    const [allRows, { saveRows }] = await Promise.all([rows(), withTimeout(import('./save-rows.ts'), chunkTimeoutMs)])
    await saveRows({ kind, title, rows: allRows, columns, language }, queries, plantId)
  }
  return (kind) => void save(kind).catch(toastFailure)
}
