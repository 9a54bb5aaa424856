import type { DeviceListeners, ListenerContext, RegisterContext } from './device-listeners.ts'
import type { DeviceMessage } from './device-messages.ts'
import { type EnrolledUnits, rejectionReason, type UnitRegister } from './unit-register.ts'

type Parts = { listeners: readonly DeviceListeners[]; register: UnitRegister<RegisterContext> }

/** Messages that were processed, and messages rejected because their unit is not enrolled or a stranger. */
export type IngestResult = { accepted: DeviceMessage[]; rejected: DeviceMessage[]; units: EnrolledUnits }

const channels = ['online', 'shadow', 'state', 'record', 'telemetry', 'response'] as const

/** Units whose last message is neither retained nor a will. */
const lastHeard = (items: readonly DeviceMessage[]): Map<string, string> => {
  const lifeByUnit = new Map<string, string>()
  for (const { channel, update, retained } of items) {
    if (channel === 'online' && !update.online) lifeByUnit.delete(update.unit)
    else if (!retained) lifeByUnit.set(update.unit, update.life)
  }
  return lifeByUnit
}

const notifyListeners = async (items: readonly DeviceMessage[], { listeners }: Parts, context: ListenerContext) => {
  for (const channel of channels) {
    const updates = items.filter((item) => item.channel === channel).map((item) => item.update)
    if (updates.length === 0) continue
    for (const listener of listeners) await listener[channel]?.(updates as never, context)
  }
  const lifeByUnit = lastHeard(items)
  if (lifeByUnit.size > 0) for (const listener of listeners) await listener.heard?.(lifeByUnit, context)
}

const ingestEnrolled = async (
  items: readonly DeviceMessage[],
  parts: Parts,
  context: RegisterContext,
): Promise<IngestResult> => {
  const units = await parts.register.find(items, context)
  const groups = Object.groupBy(items, (item) => (rejectionReason(item, units) ? 'rejected' : 'accepted'))
  const { accepted = [], rejected = [] } = groups
  await notifyListeners(accepted, parts, { ...context, units })
  return { accepted, rejected, units }
}

/** Passes messages to the listeners of the features, within one transaction. */
export const ingestMessages = async (
  items: readonly DeviceMessage[],
  parts: Parts,
  context: RegisterContext,
): Promise<IngestResult> => {
  const first = await ingestEnrolled(items, parts, context)
  // An answer may have enrolled the unit whose first messages are in the same batch.
  const isEnrolledNow = first.rejected.length > 0 && items.some(({ channel }) => channel === 'response')
  const second = isEnrolledNow ? await ingestEnrolled(first.rejected, parts, context) : { ...first, accepted: [] }
  await parts.register.markUnknownUnits(items, first.units, context)
  return { ...second, accepted: [...first.accepted, ...second.accepted] }
}
