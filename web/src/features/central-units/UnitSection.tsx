import type { ReactNode } from 'react'
import * as styles from './unit-page.module.css'

/** A card of a unit's page with its heading. */
export function UnitSection({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={`vx-card ${styles.unitCard}`} data-part="unit-card">
      <header>
        <h2>{title}</h2>
        {aside ? <small>{aside}</small> : null}
      </header>
      {children}
    </section>
  )
}
