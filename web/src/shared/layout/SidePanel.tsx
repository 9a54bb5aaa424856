import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import { IconArrowLeft, IconCheck, IconChevronDown, IconChevronUp, IconLink, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../feedback/AnswerBoundary.tsx'
import * as tableStyles from '../table/table.module.css'
import * as styles from './layout.module.css'

type SidePanelProps = {
  title: string
  subtitle?: string
  onClose: () => void
  /** Opens the neighbor in the list; undefined at its ends. */
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  /** In this order: problem and remedy, main action, facts, history. */
  children: ReactNode
  /** Links at the bottom; on the phone the main action within reach of the thumb. */
  footer?: ReactNode
}

/**
 * A detail next to its list, which stays usable; on the phone a full page with a back button. Render it after the list,
 * both inside `WithPanel`.
 */
export function SidePanel({ title, subtitle, onClose, onPrevious, onNext, children, footer }: SidePanelProps) {
  const { t } = useTranslation('shared')
  const panel = useRef<HTMLElement>(null)
  const openerRef = useRef<Element | null>(null)
  useEffect(() => {
    openerRef.current = document.activeElement
    panel.current?.focus({ preventScroll: true })
    return () => (openerRef.current as HTMLElement | null)?.focus?.()
  }, [])
  useFitToViewport(panel)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    const moveToRow = event.altKey ? { ArrowUp: onPrevious, ArrowDown: onNext }[event.key] : undefined
    if (moveToRow) event.preventDefault()
    else if (event.key !== 'Escape') return
    event.stopPropagation()
    ;(moveToRow ?? onClose)()
  }
  return (
    <aside
      ref={panel}
      className={`${styles.panel} vx-card`}
      data-part="panel"
      tabIndex={-1}
      aria-label={title}
      onKeyDown={onKeyDown}
    >
      <header className={styles.panelHead}>
        <ActionIcon className={styles.panelBack} size={44} aria-label={t('back')} onClick={onClose}>
          <IconArrowLeft size={22} />
        </ActionIcon>
        <div className={styles.panelName}>
          <h2>{title}</h2>
          {subtitle ? <p>{subtitle}</p> : null}
        </div>
        <PanelControl
          label={t('previous')}
          keys="Alt+ArrowUp"
          onClick={onPrevious}
          icon={<IconChevronUp size={18} />}
        />
        <PanelControl label={t('next')} keys="Alt+ArrowDown" onClick={onNext} icon={<IconChevronDown size={18} />} />
        <CopyButton value={location.href}>
          {({ copied, copy }) => (
            <PanelControl
              label={copied ? t('copied') : t('copyLink')}
              onClick={copy}
              icon={copied ? <IconCheck size={18} /> : <IconLink size={18} />}
            />
          )}
        </CopyButton>
        <span className={styles.panelClose}>
          <PanelControl label={t('close')} onClick={onClose} icon={<IconX size={18} />} />
        </span>
      </header>
      <div className={styles.panelBody} data-part="panel-body">
        <AnswerBoundary>{children}</AnswerBoundary>
      </div>
      {footer ? <footer className={styles.panelFoot}>{footer}</footer> : null}
    </aside>
  )
}

/** The sticky panel begins at the rows of its list: fits its height to the edge of the window. */
function useFitToViewport(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const updateTop = () => {
      const list = panel.current?.parentElement
      const listTop = list?.getBoundingClientRect().top ?? 0
      const rowsTop = list?.querySelector('[data-part="grid"]')?.getBoundingClientRect().top ?? listTop
      panel.current?.style.setProperty('--vx-panel-top', `${Math.round(rowsTop)}px`)
      panel.current?.style.setProperty('--vx-panel-from', `${Math.round(rowsTop - listTop)}px`)
    }
    updateTop()
    window.addEventListener('scroll', updateTop, { passive: true })
    window.addEventListener('resize', updateTop)
    return () => {
      window.removeEventListener('scroll', updateTop)
      window.removeEventListener('resize', updateTop)
    }
  }, [panel])
}

type ControlProps = { label: string; keys?: string; onClick: (() => void) | undefined; icon: ReactNode }

function PanelControl({ label, keys, onClick, icon }: ControlProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} aria-keyshortcuts={keys} disabled={!onClick} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}

type WithPanelProps = {
  children: ReactNode
  panel: ReactNode
  /** Shown below the list when the item in the address is no longer in the list. */
  gone?: string | undefined
}

/** The list and, when an item is open, its panel. */
export function WithPanel({ children, panel, gone }: WithPanelProps) {
  const list = (
    <div className={styles.withPanel} data-part="with-panel" data-open={panel ? true : undefined}>
      <div className={styles.withPanelList}>{children}</div>
      {panel}
    </div>
  )
  if (gone === undefined) return list
  return (
    <>
      {list}
      <p role="status" className={tableStyles.tableNothing}>
        {gone}
      </p>
    </>
  )
}
