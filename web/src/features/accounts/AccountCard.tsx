import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import * as styles from './accounts.module.css'

type AccountCardProps = {
  title: string
  text?: ReactNode
  wide?: boolean
  /** Heading level: 2 when the page has another title. */
  level?: 1 | 2
  children: ReactNode
  foot?: ReactNode
}

/** The one card of a page for people who are signed out. */
export function AccountCard({ title, text, wide = false, level = 1, children, foot }: AccountCardProps) {
  const Heading = `h${level}` as const
  return (
    <section className={`vx-card ${styles.account}${wide ? ` ${styles.accountWide}` : ''}`} data-part="account-card">
      <Heading>{title}</Heading>
      {text ? (
        <Text component="div" size="sm" c="dimmed" mt={4}>
          {text}
        </Text>
      ) : null}
      <div className={styles.accountBody}>{children}</div>
      {foot ? <footer className={styles.accountFoot}>{foot}</footer> : null}
    </section>
  )
}
