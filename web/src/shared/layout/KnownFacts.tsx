import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import * as styles from './layout.module.css'
import { Facts } from './PageHeader.tsx'

/** Label and value; null where the device has not reported it. */
export type KnownFact = readonly [label: string, value: ReactNode | null]

type KnownFactsProps = {
  entries: readonly KnownFact[]
  /** Further facts, folded and counted. */
  more?: readonly KnownFact[]
}

const isKnown = ([, value]: KnownFact): boolean => value !== null

/** Facts of a device; missing ones are counted, and listed on request. */
export function KnownFacts({ entries, more = [] }: KnownFactsProps) {
  const { t } = useTranslation('shared')
  const moreKnown = more.filter(isKnown)
  const unknown = [...entries, ...more].filter((fact) => !isKnown(fact))
  return (
    <>
      <Facts entries={entries.filter(isKnown)} />
      {moreKnown.length > 0 ? (
        <details className={styles.factsFolded} data-part="facts-folded">
          <summary>{t('facts.more', { count: moreKnown.length })}</summary>
          <Facts entries={moreKnown} />
        </details>
      ) : null}
      {unknown.length > 0 ? (
        <details className={styles.factsFolded} data-part="facts-folded">
          <summary>{t('facts.unreported', { count: unknown.length })}</summary>
          <Facts entries={unknown.map(([label]) => [label, t('facts.unknown')])} />
        </details>
      ) : null}
    </>
  )
}
