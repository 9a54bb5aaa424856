import { useParams } from '@tanstack/react-router'
import type { DeviceList } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import { listOfKind } from '../../shared/plant/lamps.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import type { SearchParams } from '../../shared/search-params.ts'
import { pathTo } from '../../site-map.ts'

/** Kinds of devices to filter tests by, as in the address. */
export const reportKinds = ['all', 'emergency', 'lighting', 'sensors'] as const
export type ReportKind = (typeof reportKinds)[number]

/** The kind of devices in the address; an unknown one means all. */
export function useReportKind(): ReportKind {
  const { devicesType } = useParams({ strict: false }) as { devicesType?: string }
  return reportKinds.find((kind) => kind === devicesType) ?? 'all'
}

/** The device list of the shown tests. */
export function useReportDevices(): DeviceList {
  return listOfKind[useReportKind()] ?? 'all'
}

/** A path within the plant's tests, for the same kind of devices. */
export function useReportPath(): (search?: SearchParams, kind?: ReportKind) => string {
  const { plantId } = useCurrentPlant()
  const current = useReportKind()
  return (search, kind = current) =>
    pathTo('plantReport', kind === 'all' ? { plantId } : { plantId, devicesType: kind }, search)
}
