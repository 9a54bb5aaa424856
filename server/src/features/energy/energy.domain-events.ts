import { domainEvent } from '../../kernel/domain-events.ts'

/** Units have told what their lamps used, and it is to be booked. */
export const telemetryStored = domainEvent('telemetryStored')
