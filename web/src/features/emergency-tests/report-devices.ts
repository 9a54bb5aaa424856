import { useParams } from '@tanstack/react-router'
import type { DeviceList } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import { listOfKind } from '../../shared/plant/lamps.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import type { SearchParams } from '../../shared/search-params.ts'
import { pathTo } from '../../site-map.ts'

/** Kinds of devices that tests can be narrowed to, as they stand in the address. */
export const reportKinds = ['all', 'emergency', 'lighting', 'sensors'] as const
export type ReportKind = (typeof reportKinds)[number]

/** The kind of devices in the address of the tests; one that nobody knows is all of them. */
export function useReportKind(): ReportKind {
  const { devicesType } = useParams({ strict: false }) as { devicesType?: string }
  return reportKinds.find((kind) => kind === devicesType) ?? 'all'
}

/** The list of devices that tests are shown of. */
export function useReportDevices(): DeviceList {
  return listOfKind[useReportKind()] ?? 'all'
}

/** Leads within the tests of the plant, of the same kind of devices. */
export function useReportPath(): (search?: SearchParams, kind?: ReportKind) => string {
  const { plantId } = useCurrentPlant()
  const current = useReportKind()
  return (search, kind = current) =>
    pathTo('plantReport', kind === 'all' ? { plantId } : { plantId, devicesType: kind }, search)
}
