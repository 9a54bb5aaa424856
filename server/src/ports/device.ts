import type { CentralUnitType } from '@vigilux/device-plane/central-unit-type.ts'

export type DevicePort = { types: Readonly<Record<string, CentralUnitType>> }

/** Display name of a unit type. */
export const typeNameOf = ({ types }: DevicePort, cuType: string): string => types[cuType]?.facts.name ?? cuType
