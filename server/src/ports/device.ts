import type { CentralUnitType } from '@vigilux/device-plane/central-unit-type.ts'

/** The known unit types. */
export type DevicePort = { types: Readonly<Record<string, CentralUnitType>> }
