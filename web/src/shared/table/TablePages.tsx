import { Pagination } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../layout/use-phone.ts'
import * as styles from './table.module.css'
import { pageSize } from './table-model.ts'

export function TablePages({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const { t } = useTranslation('shared')
  const isPhone = usePhone()
  const pages = Math.ceil(total / pageSize)
  if (pages <= 1) return null
  const shownPage = Math.min(page, pages)
  const from = (shownPage - 1) * pageSize + 1
  return (
    <nav className={`${styles.tablePages} vx-no-print`} aria-label={t('table.pages')}>
      <span>{t('table.range', { from, to: Math.min(total, from + pageSize - 1), count: total })}</span>
      <Pagination
        total={pages}
        value={shownPage}
        onChange={onPage}
        size="sm"
        siblings={isPhone ? 0 : 1}
        getItemProps={(at) => ({ 'aria-label': t('table.page', { page: at }) })}
        getControlProps={(control) => ({ 'aria-label': t(control === 'next' ? 'table.next' : 'table.previous') })}
      />
    </nav>
  )
}
