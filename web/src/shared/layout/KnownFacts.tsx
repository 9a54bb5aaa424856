import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts } from './PageHeader.tsx'

/** Label and value; null where the device has not reported it. */
export type KnownFact = readonly [label: string, value: ReactNode | null]

/** What is known of a device; what it did not report is counted, and named where somebody asks for it. */
export function KnownFacts({ entries }: { entries: readonly KnownFact[] }) {
  const { t } = useTranslation('shared')
  const known = entries.filter(([, value]) => value !== null)
  const unknown = entries.filter(([, value]) => value === null)
  return (
    <>
      <Facts entries={known} />
      {unknown.length > 0 ? (
        <details className="vx-facts-unknown">
          <summary>{t('facts.unreported', { count: unknown.length })}</summary>
          <Facts entries={unknown.map(([label]) => [label, t('facts.unknown')])} />
        </details>
      ) : null}
    </>
  )
}
