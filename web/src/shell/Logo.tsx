import { AppLink } from '../shared/navigation.tsx'
import { pathTo } from '../site-map.ts'
import * as styles from './frame.module.css'

export function Logo() {
  return (
    <AppLink to={pathTo('home')} className={styles.logo}>
      <svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true">
        <rect width="26" height="26" rx="7" fill="var(--vx-logo-ground)" />
        <path
          d="M6.5 8.5 13 20l6.5-11.5"
          fill="none"
          stroke="var(--vx-on-fill)"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle cx="13" cy="8" r="2.6" fill="var(--vx-logo-dot)" />
      </svg>
      <span>Vigilux</span>
    </AppLink>
  )
}
