import type { CentralUnitType } from '@vigilux/device-plane/central-unit-type.ts'

/** The unit types that exist. */
export type DevicePort = { types: Readonly<Record<string, CentralUnitType>> }
