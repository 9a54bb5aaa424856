import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../layout/use-phone.ts'
import { lazy, useLatched } from '../lazy.tsx'
import * as styles from './table.module.css'

const BottomSheet = lazy(async () => (await import('../feedback/BottomSheet.tsx')).BottomSheet)

export type PageSelects = {
  fields: ReactNode
  /** Number of fields that narrow the list. */
  inUse: number
}

/** A page's own filter fields: in the bar, on a phone in a sheet. */
export function TableSelects({ fields, inUse }: PageSelects) {
  const { t } = useTranslation('shared')
  const [isOpen, setOpen] = useState(false)
  const wasOpened = useLatched(isOpen)
  if (!usePhone()) return <div className={styles.filterbarSelects}>{fields}</div>
  return (
    <>
      <button
        type="button"
        className={styles.chip}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-pressed={inUse > 0}
        onClick={() => setOpen(true)}
      >
        <IconFilter size={15} aria-hidden />
        <span className={styles.chipLabel}>{t('table.filters')}</span>
        {inUse > 0 ? <b>{inUse}</b> : null}
      </button>
      {wasOpened ? (
        <BottomSheet opened={isOpen} onClose={() => setOpen(false)} title={t('table.filters')}>
          <div className={styles.sheetFields}>{fields}</div>
        </BottomSheet>
      ) : null}
    </>
  )
}
