import { isGateway } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { Ports } from '../../ports/ports.ts'

/** Whether a unit type is a gateway, to which Bluetooth devices are joined. */
export const isGatewayType = ({ devices }: Pick<Ports, 'devices'>, cuType: string): boolean =>
  isGateway(devices.types[cuType]?.facts)

export const gatewayTypes = (ports: Pick<Ports, 'devices'>): string[] =>
  Object.keys(ports.devices.types).filter((cuType) => isGatewayType(ports, cuType))
