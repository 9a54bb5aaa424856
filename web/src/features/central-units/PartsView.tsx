import { IconStack2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { Facts } from '../../shared/layout/PageHeader.tsx'
import { SidePanel, WithPanel } from '../../shared/layout/SidePanel.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import type { StateName } from '../../shared/status/states.ts'
import { pathTo } from '../../site-map.ts'
import { UnitSection } from './UnitSection.tsx'
import * as styles from './unit-page.module.css'
import { partOrder, partsOf, readingUnits, type UnitPart } from './unit-parts.ts'
import { useFormatReading } from './use-format-reading.ts'
import type { CurrentUnit } from './use-unit.ts'

const stateOf: Record<NonNullable<UnitPart['state']>, StateName> = {
  ok: 'ok',
  error: 'error',
  warning: 'warning',
  absent: 'offline',
  off: 'disabled',
}

/** Lines, chargers and modules of a unit by kind; each opens with its values and has a shareable link. */
export function PartsView({ open: { detail, topic, unit } }: { open: CurrentUnit }) {
  const { t } = useTranslation('central-units')
  const [search, setSearch] = useSearchParams()
  const parts = detail ? partsOf(detail) : []
  if (parts.length === 0)
    return (
      <section className="vx-card">
        <EmptyState icon={IconStack2} title={t('part.noneTitle')}>
          {t('part.noneText')}
        </EmptyState>
      </section>
    )
  const at = parts.findIndex(({ key }) => key === search.part)
  const shown = parts[at]
  const show = (part: UnitPart | undefined) => setSearch({ part: part?.key })
  const kinds = partOrder.filter((kind) => parts.some((part) => part.kind === kind))
  return (
    <WithPanel
      panel={
        shown ? (
          <PartPanel
            key={shown.key}
            part={shown}
            serial={unit.cu_id}
            onClose={() => show(undefined)}
            onPrevious={at > 0 ? () => show(parts[at - 1]) : undefined}
            onNext={at < parts.length - 1 ? () => show(parts[at + 1]) : undefined}
          />
        ) : null
      }
    >
      <div className={styles.unitColumn}>
        {search.part && !shown ? <p role="status">{t('part.gone')}</p> : null}
        {kinds.map((kind) => {
          const kindParts = parts.filter((part) => part.kind === kind)
          return (
            <UnitSection key={kind} title={t(`part.kinds.${kind}`)} aside={String(kindParts.length)}>
              <div className={styles.partGrid}>
                {kindParts.map((part) => (
                  <PartLink key={part.key} part={part} topic={topic} current={part === shown} />
                ))}
              </div>
            </UnitSection>
          )
        })}
      </div>
    </WithPanel>
  )
}

function PartState({ part }: { part: UnitPart }) {
  const { t } = useTranslation('central-units')
  if (part.state === null) return <StatusInline state="unknown" cause={t('unknown')} />
  if (part.state === 'absent') return <StatusInline state="offline" cause={t('part.absent')} />
  return part.state === 'off' ? (
    <StatusInline state="disabled" cause={t('part.off')} />
  ) : (
    <StatusInline state={stateOf[part.state]} />
  )
}

function PartLink({ part, topic, current }: { part: UnitPart; topic: string; current: boolean }) {
  const { t } = useTranslation('central-units')
  const { plantId } = useCurrentPlant()
  const formatReading = useFormatReading()
  const knownReadings = part.readings.filter(({ value }) => value !== null)
  return (
    <AppLink
      to={pathTo('unit', { plantId, unit: topic, tab: 'parts' }, { part: part.key })}
      className={styles.part}
      aria-current={current ? 'true' : undefined}
    >
      <b>{t(`part.name.${part.kind}`, { number: part.number })}</b>
      <PartState part={part} />
      <small>
        {knownReadings.map(({ what, value }) => formatReading(value, readingUnits[what])).join(' · ') || t('unknown')}
      </small>
    </AppLink>
  )
}

type PartPanelProps = {
  part: UnitPart
  serial: string
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

function PartPanel({ part, serial, ...panel }: PartPanelProps) {
  const { t } = useTranslation('central-units')
  const formatReading = useFormatReading()
  const isModule = part.kind !== 'line' && part.kind !== 'charger' && part.kind !== 'system'
  return (
    <SidePanel
      {...panel}
      title={t(`part.name.${part.kind}`, { number: part.number })}
      subtitle={t('word.unitSerial', { serial })}
    >
      <section className="vx-panel-part">
        <Facts
          entries={[
            [t('fact.state'), <PartState key="state" part={part} />],
            ...(part.lamps === null ? [] : ([[t('word.lamps'), String(part.lamps)]] as const)),
            ...(isModule
              ? ([
                  [t('part.id'), part.id ?? t('unknown')],
                  [t('fact.firmware'), part.firmware ?? t('unknown')],
                ] as const)
              : []),
            ...part.readings.map(
              ({ what, value }) => [t(`part.reading.${what}`), formatReading(value, readingUnits[what])] as const,
            ),
          ]}
        />
      </section>
      {isModule ? (
        <section className="vx-panel-part">
          <h3>{t('part.channels')}</h3>
          {part.channels.length === 0 ? (
            <p className="vx-quiet">{t('part.noChannels')}</p>
          ) : (
            <Channels channels={part.channels} />
          )}
        </section>
      ) : null}
    </SidePanel>
  )
}

/** Numbered inputs or outputs, and whether each is on. */
export function Channels({ channels }: { channels: readonly { number: number; on: boolean }[] }) {
  const { t } = useTranslation('central-units')
  return (
    <ul className={styles.channels}>
      {channels.map(({ number, on }) => (
        <li key={number} data-on={on || undefined}>
          <b>{number}</b>
          {on ? t('io.on') : t('io.off')}
        </li>
      ))}
    </ul>
  )
}
