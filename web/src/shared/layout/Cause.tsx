import type { ReactNode } from 'react'
import { type StateName, styleOf } from '../status/states.ts'
import * as styles from './cause.module.css'

/** The problem and its remedy: the first box of a detail. */
export function Cause({ state, title, children }: { state: StateName; title: string; children?: ReactNode }) {
  const { icon: Mark, tone } = styleOf(state)
  return (
    <section className={styles.cause} data-tone={tone}>
      <Mark size={18} stroke={2} aria-hidden />
      <div>
        <h3>{title}</h3>
        {children}
      </div>
    </section>
  )
}
