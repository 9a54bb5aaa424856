import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts } from './PageHeader.tsx'

/** Label and value; null where the device has not reported it. */
export type KnownFact = readonly [label: string, value: ReactNode | null]

/** Facts of a device; missing ones are counted, and listed on request. */
export function KnownFacts({ entries }: { entries: readonly KnownFact[] }) {
  const { t } = useTranslation('shared')
  const knownEntries = entries.filter(([, value]) => value !== null)
  const unknown = entries.filter(([, value]) => value === null)
  return (
    <>
      <Facts entries={knownEntries} />
      {unknown.length > 0 ? (
        <details className="vx-facts-unknown">
          <summary>{t('facts.unreported', { count: unknown.length })}</summary>
          <Facts entries={unknown.map(([label]) => [label, t('facts.unknown')])} />
        </details>
      ) : null}
    </>
  )
}
