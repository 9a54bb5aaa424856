import type { CentralUnit, UnitFinding } from '@vigilux/contract/features/central-units/central-unit.ts'
import { reusesConnection } from '@vigilux/contract/features/central-units/unit-link.rules.ts'
import { type UnitSafety, unitSafety } from '@vigilux/contract/features/central-units/unit-safety.rules.ts'
import { emptyCounts } from '@vigilux/contract/features/plants/plant.rules.ts'
import type { ConditionCounts } from '@vigilux/contract/features/plants/plant.ts'
import type { ReportedShadow } from '@vigilux/device-plane/central-unit-type.ts'
import type { CentralUnitRow } from '../../tables/central-units.schema.ts'
import { isClockWrong } from './clock-readings.ts'
import { clockDriftOf, isConnected, type UnitLink } from './unit-links.store.ts'

const emptyVersions: ReportedShadow['versions'] = { interface: null, firmware: null, nube: null, porting: null }

const connectionOf = (row: CentralUnitRow, link: UnitLink | undefined) => {
  if (!row.acquired) return { connection: 'notAcquired', connection_since: row.addedAt, last_seen: null } as const
  return {
    connection: isConnected(row, link) ? 'connected' : 'disconnected',
    connection_since: row.unknownLifeSince ?? link?.since ?? row.addedAt,
    last_seen: link?.lastSeen ?? null,
  } as const
}

const lampsOf = (row: CentralUnitRow, configuredTotal: number | null): CentralUnit['lamps'] => {
  const { total = 0, types = {}, conditions = {}, inhibited = 0 } = row.counts
  return {
    found: row.networkFound,
    present: total,
    configured: configuredTotal ?? total,
    in_error: conditions.error ?? 0,
    on_battery: conditions.emergency ?? 0,
    inhibited,
    emergency: types.emergency ?? 0,
    lighting: types.lighting ?? 0,
    sensors: types.sensor ?? 0,
  }
}

/** Milliseconds after its end for which a unit may still report the inhibition, because reports take time. */
export const inhibitedTooLongMs = 60_000

/** End of a unit's inhibition by the server's clock, which the unit's clock may be ahead of. */
const inhibitionOf = (
  { detail, life }: Pick<CentralUnitRow, 'detail' | 'life'>,
  link: UnitLink | undefined,
): CentralUnit['inhibition'] => {
  const inhibition = detail?.inhibition ?? null
  if (!inhibition?.until) return inhibition
  return { until: new Date(Date.parse(inhibition.until) - (clockDriftOf(life, link) ?? 0) * 1_000).toISOString() }
}

/**
 * When the inhibition of a unit should have ended, if the unit still reports it a minute or more later; null otherwise.
 * A unit not seen since may have ended it.
 */
export const inhibitionOverdueSince = (
  row: Pick<CentralUnitRow, 'detail' | 'life'>,
  link: UnitLink | undefined,
): Date | null => {
  const until = inhibitionOf(row, link)?.until
  return until && link && Date.parse(until) + inhibitedTooLongMs <= link.lastSeen.getTime() ? new Date(until) : null
}

/** Findings of the platform about an enrolled unit. */
const findingsOf = (
  row: Pick<CentralUnitRow, 'acquired' | 'unknownLife' | 'detail' | 'life'>,
  link: UnitLink | undefined,
): UnitFinding[] => {
  if (!row.acquired || row.unknownLife !== null || !link) return []
  const findings: UnitFinding[] = []
  if (link.credentialsRevokedAt !== null) findings.push('credentials_revoked')
  if (link.protocolFaultAt !== null) findings.push('protocol_fault')
  if (isClockWrong(clockDriftOf(row.life, link))) findings.push('clock_wrong')
  if (reusesConnection(link)) findings.push('connection_not_counted')
  if (inhibitionOverdueSince(row, link)) findings.push('inhibited_too_long')
  return findings
}

type UnitView = { typeName: string; link: UnitLink | undefined; working: boolean; enabled: boolean }

/** A row as seen by its plant's members. Before enrolment, a unit is never shown as connected. */
export const toCentralUnit = (
  row: CentralUnitRow,
  { typeName, link, working: isWorking, enabled }: UnitView,
): CentralUnit => {
  const { connection, connection_since, last_seen } = connectionOf(row, link)
  const { shadow } = row
  return {
    cu_id: row.cuId,
    cu_type: row.cuType,
    type_name: typeName,
    connection,
    cu_connected: connection === 'connected',
    connection_since: connection_since.toISOString(),
    last_seen: last_seen?.toISOString() ?? null,
    unknown_life_since: row.unknownLifeSince?.toISOString() ?? null,
    description: row.description,
    cu_location: row.location,
    version: row.version,
    cu_utc_offset: shadow?.utcOffsetMin ?? null,
    clock_drift: row.acquired && row.unknownLife === null ? clockDriftOf(row.life, link) : null,
    enabled,
    working: isWorking,
    network: {
      state: row.networkState,
      plant_code: row.networkCode,
      found: row.networkFound,
      expected: row.networkExpected,
    },
    lamps: lampsOf(row, shadow?.lampsConfigured ?? null),
    errors: row.errors,
    warnings: row.warnings,
    findings: findingsOf(row, link),
    on_battery: row.onBattery,
    inhibition: row.acquired ? inhibitionOf(row, link) : null,
    front: row.acquired ? (row.detail?.front ?? null) : null,
    versions: shadow?.versions ?? emptyVersions,
    order_code: shadow?.orderCode ?? null,
    product_code: shadow?.productCode ?? null,
  }
}

/** Safety state of a unit, as its plant's members see it. */
export const unitSafetyOf = (row: CentralUnitRow, link: UnitLink | undefined): UnitSafety =>
  unitSafety({
    isAcquired: row.acquired,
    isUnknownUnit: row.unknownLife !== null,
    isConnected: isConnected(row, link),
    onBattery: row.onBattery,
    isInhibited: row.detail?.inhibition != null,
    lamps: {
      onBattery: row.counts.conditions.emergency ?? 0,
      inError: row.counts.conditions.error ?? 0,
      inhibited: row.counts.inhibited,
    },
    errors: row.errors,
    warnings: row.warnings,
    findings: findingsOf(row, link),
  })

/** The unit's lamps by condition: all are offline while the unit is not connected, whatever they last reported. */
export const currentCounts = (row: CentralUnitRow, link: UnitLink | undefined): ConditionCounts => {
  if (!isConnected(row, link)) return { ...emptyCounts(), offline: row.counts.total }
  return { ...emptyCounts(), ...row.counts.conditions }
}
