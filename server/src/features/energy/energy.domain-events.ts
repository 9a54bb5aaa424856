import { domainEvent } from '../../kernel/domain-events.ts'

/** Telemetry of units is stored and ready to be booked. */
export const telemetryStored = domainEvent('telemetryStored')
