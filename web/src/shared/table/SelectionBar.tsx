import { IconX } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as styles from './table.module.css'

type SelectionBarProps = {
  count: number
  /** How many selected rows a filter hides. */
  unseen: number
  /** How many rows in view can be selected. */
  all: number
  onAll: () => void
  onClear: () => void
  children: ReactNode
}

/** Height of one row of actions with the space around it. */
const maxRowHeight = 40

/** The dark bar at the bottom: count, select all, actions, close. "More" shows the actions without room on its row. */
export function SelectionBar({ count, unseen, all, onAll, onClear, children }: SelectionBarProps) {
  const { t } = useTranslation('shared')
  const actions = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isCut, setCut] = useState(false)
  useLayoutEffect(() => {
    const row = actions.current
    if (!row) return
    const observer = new ResizeObserver(() => setCut(row.offsetHeight > maxRowHeight))
    observer.observe(row)
    return () => observer.disconnect()
  }, [])
  return (
    <section
      className={`${styles.selection} vx-no-print`}
      data-part="selection"
      aria-label={t('table.selection')}
      data-mantine-color-scheme="dark"
    >
      <b role="status">{unseen > 0 ? t('table.selectedUnseen', { count, unseen }) : t('table.selected', { count })}</b>
      {count - unseen < all ? (
        <button type="button" className={styles.selectionAll} onClick={onAll}>
          {t('table.selectAllOf', { count: all })}
        </button>
      ) : null}
      <div className={styles.selectionActions} data-open={isOpen || undefined}>
        <div ref={actions}>{children}</div>
      </div>
      {isCut || isOpen ? (
        <button type="button" className={styles.selectionMore} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('more')}
        </button>
      ) : null}
      <button
        type="button"
        className={styles.selectionClose}
        data-part="selection-close"
        aria-label={t('close')}
        onClick={onClear}
      >
        <IconX size={18} />
      </button>
    </section>
  )
}
