import type { ReactNode } from 'react'
import { AnswerBoundary } from '../feedback/AnswerBoundary.tsx'
import { StatusTag } from '../status/StatusTag.tsx'
import type { StateName } from '../status/states.ts'
import * as styles from './layout.module.css'
import { MoreMenu } from './MoreMenu.tsx'

type PageHeaderProps = {
  title: string
  /** Shown before the title. */
  mark?: ReactNode
  /** The title says more than the phone's top bar, so it stays on the phone's page. */
  ownTitle?: boolean
  /** Shown after the title and its state. */
  aside?: ReactNode
  /** One state at most. */
  state?: StateName | undefined
  /** One line: place, owner, tier, local time. */
  facts?: ReactNode
  /** At most three controls, one of them filled. */
  actions?: ReactNode
  /** Further actions, as `Menu.Item`s. */
  more?: ReactNode
}

export function PageHeader({ title, mark, aside, ownTitle = false, state, facts, actions, more }: PageHeaderProps) {
  return (
    <header className={styles.pageHeader} data-part="page-header">
      <div className={styles.pageHeading}>
        <div className={styles.pageName} data-part="page-name">
          <h1>
            {mark}
            <span className={ownTitle ? undefined : styles.pageTitle}>{title}</span>{' '}
            {state ? <StatusTag state={state} /> : null}
          </h1>
          {aside}
        </div>
        {facts ? (
          <div className={styles.pageFacts} data-part="page-facts">
            <AnswerBoundary quiet>{facts}</AnswerBoundary>
          </div>
        ) : null}
      </div>
      {actions || more ? (
        <div className={`${styles.pageActions} vx-no-print`} data-part="page-actions">
          <AnswerBoundary quiet>{actions}</AnswerBoundary>
          {more ? <MoreMenu>{more}</MoreMenu> : null}
        </div>
      ) : null}
    </header>
  )
}

/** A card of the page's grid; cards do not nest. */
export function Card({ title, aside, children }: { title?: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={`vx-card ${styles.pageCard}`} data-part="page-card">
      {title ? (
        <header className={styles.cardHead} data-part="card-head">
          <h2>{title}</h2>
          <span>{aside}</span>
        </header>
      ) : null}
      {children}
    </section>
  )
}

/** Label and value pairs of a detail. */
export function Facts({ entries }: { entries: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts} data-part="facts">
      {entries.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
