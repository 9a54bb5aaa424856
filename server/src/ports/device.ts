import type { CentralUnitType } from '@vigilux/device-plane/central-unit-type.ts'

export type DevicePort = { types: Readonly<Record<string, CentralUnitType>> }
