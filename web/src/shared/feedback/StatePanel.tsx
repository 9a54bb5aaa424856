import { Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import * as styles from './feedback.module.css'

export type StatePanelProps = {
  icon: Icon
  title: string
  children?: ReactNode
  /** The next step: one primary button, or several controls. */
  action?: ReactNode
  tone?: 'plain' | 'error' | 'ok'
  role?: 'alert' | 'status'
  /** Heading level; 1 when the panel is the page. */
  level?: 1 | 2
}

/** Replaces the content of a page or card. */
export function StatePanel(props: StatePanelProps) {
  const { icon: Mark, title, children, action, tone = 'plain', role, level = 2 } = props
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <section className={styles.statePanel} data-part="state-panel" data-tone={tone} role={role}>
      <Mark size={26} stroke={1.8} aria-hidden />
      <Heading className={styles.panelTitle}>{title}</Heading>
      {children ? (
        <Text component="div" c="dimmed" size="sm">
          {children}
        </Text>
      ) : null}
      {action ? <div className={styles.stateAction}>{action}</div> : null}
    </section>
  )
}

/** Reports an empty list, or a filter without a match, and offers the next step. */
export function EmptyState(props: Omit<StatePanelProps, 'tone' | 'role'>) {
  return <StatePanel {...props} />
}
