import { useEffect, useRef } from 'react'
import { AppLink } from '../navigation.tsx'
import * as styles from './layout.module.css'

/** Views of the same thing; each is a link, to copy and reload, and Back works. */
export function PageTabs({
  label,
  tabs,
}: {
  label: string
  tabs: readonly { to: string; text: string; current: boolean }[]
}) {
  const tabStrip = useRef<HTMLElement>(null)
  const current = tabs.find((tab) => tab.current)?.to
  // On a narrow screen the tabs scroll: bring the current one into view.
  useEffect(() => {
    if (current)
      tabStrip.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <nav ref={tabStrip} className={`${styles.tabs} vx-no-print`} data-part="tabs" aria-label={label}>
      {tabs.map(({ to, text, current }) => (
        <AppLink key={to} to={to} aria-current={current ? 'page' : undefined}>
          {text}
        </AppLink>
      ))}
    </nav>
  )
}
